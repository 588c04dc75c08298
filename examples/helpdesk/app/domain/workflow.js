// @ts-check

/** @typedef {"open" | "pending" | "solved" | "closed"} Status */
/** @typedef {"low" | "normal" | "high" | "urgent"} Priority */

/** @type {readonly Status[]} */
export const statuses = ["open", "pending", "solved", "closed"];
/** @type {readonly Priority[]} */
export const priorities = ["low", "normal", "high", "urgent"];

/** @type {Record<Status, readonly Status[]>} A closed ticket stays closed. */
const nextStatuses = {
  open: ["pending"],
  pending: ["open", "solved"],
  solved: ["open", "closed"],
  closed: [],
};

/** The life of a ticket. */
export function createWorkflow() {
  return {
    /**
     * @param {Status} from
     * @param {Status} to
     */
    allows: (from, to) => nextStatuses[from].includes(to),

    /** @param {Status} from */
    next: (from) => nextStatuses[from],
  };
}

/** @typedef {ReturnType<typeof createWorkflow>} Workflow */
