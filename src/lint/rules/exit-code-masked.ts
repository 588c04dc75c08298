import type { Rule } from "../../document/rule.js";
import { stepPointer } from "../../document/view.js";

/** A command that can not fail proves nothing by its exit code. */
export const exitCodeMasked: Rule = {
  code: "exit-code-masked",
  severity: "warning",
  check({ steps }, report) {
    for (const step of steps) {
      if (step.name !== "docker_exec") continue;
      const { command } = step.inputs;
      const text = Array.isArray(command) ? command.join(" ") : String(command);
      const mask = /\|\|\s*(?:true|:|echo|printf|exit\s+0)(?![\w-])|;\s*(?:true|exit\s+0)\s*$/.exec(text)?.[0];
      if (mask === undefined) continue;
      report({ path: stepPointer(step, "inputs", "command"), message: `expected a command whose exit code tells, got one with \`${mask.trim()}\`; remove it` });
    }
  },
};
