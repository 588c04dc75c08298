// @ts-check
import { invalid } from "../http/errors.js";

/** @import { FieldProblem } from "../http/errors.js" */

/**
 * Reads the fields of an input and notes every problem, so that the caller hears of all of them at once.
 * An absent field yields its `otherwise`; without one it is a problem.
 */
export class Fields {
  /** @type {FieldProblem[]} */
  #problems = [];

  /** @param {Record<string, unknown>} input */
  constructor(input) {
    this.input = input;
  }

  /** Call it last: throws when there was a problem. */
  finish() {
    if (this.#problems.length > 0) throw invalid(this.#problems);
  }

  /**
   * @template [Otherwise=never]
   * @param {string} field
   * @param {{ max: number, min?: number, pattern?: RegExp, otherwise?: Otherwise }} rule Lengths in characters.
   * @returns {string | Otherwise}
   */
  text(field, { max, min = 1, pattern = /^/, ...rest }) {
    return this.#read(field, rest, (value) => {
      if (typeof value !== "string") throw new Problem("Must be a text.");
      const text = value.trim();
      if (text.length < min || text.length > max) throw new Problem(`Must have ${min} to ${max} characters.`);
      if (!pattern.test(text)) throw new Problem("Has not the right form.");
      return text;
    });
  }

  /**
   * @template {string} Choice
   * @template [Otherwise=never]
   * @param {string} field
   * @param {readonly Choice[]} choices
   * @param {{ otherwise?: Otherwise }} [rule]
   * @returns {Choice | Otherwise}
   */
  choice(field, choices, rule = {}) {
    return this.#read(field, rule, (value) => {
      const choice = choices.find((known) => known === value);
      if (choice === undefined) throw new Problem(`Must be one of ${choices.join(", ")}.`);
      return choice;
    });
  }

  /**
   * A list of at least one choice; one that comes twice counts once.
   * @template {string} Choice
   * @param {string} field
   * @param {readonly Choice[]} choices
   * @returns {Choice[]}
   */
  choices(field, choices) {
    return this.#read(field, {}, (value) => {
      const isFine = Array.isArray(value) && value.length > 0 && value.every((one) => choices.some((known) => known === one));
      if (!isFine) throw new Problem(`Must be a list of ${choices.join(", ")}.`);
      return choices.filter((known) => value.includes(known));
    });
  }

  /**
   * A number, or its digits as they come in a query string.
   * @template [Otherwise=never]
   * @param {string} field
   * @param {{ min: number, max: number, decimals?: number, otherwise?: Otherwise }} rule
   * @returns {number | Otherwise}
   */
  number(field, { min, max, decimals = 0, ...rest }) {
    return this.#read(field, rest, (value) => {
      const number = typeof value === "string" && value !== "" ? Number(value) : value;
      const isFine = typeof number === "number" && number >= min && number <= max && Number(number.toFixed(decimals)) === number;
      if (!isFine) throw new Problem(`Must be a number from ${min} to ${max} with at most ${decimals} decimals.`);
      return number;
    });
  }

  /**
   * A 64-bit number from 0 on, as digits or, where that is exact, as a number.
   * @template [Otherwise=never]
   * @param {string} field
   * @param {{ otherwise?: Otherwise }} [rule]
   * @returns {string | Otherwise}
   */
  bigint(field, rule = {}) {
    return this.#read(field, rule, (value) => {
      const digits = Number.isSafeInteger(value) ? String(value) : value;
      if (typeof digits !== "string" || !/^\d{1,19}$/.test(digits) || BigInt(digits) > 2n ** 63n - 1n)
        throw new Problem("Must be a 64-bit number in digits.");
      return digits;
    });
  }

  /**
   * @template [Otherwise=never]
   * @param {string} field
   * @param {{ otherwise?: Otherwise }} [rule]
   * @returns {boolean | Otherwise}
   */
  boolean(field, rule = {}) {
    return this.#read(field, rule, (value) => {
      if (typeof value !== "boolean") throw new Problem("Must be true or false.");
      return value;
    });
  }

  /**
   * @template [Otherwise=never]
   * @param {string} field
   * @param {{ otherwise?: Otherwise }} [rule]
   * @returns {Record<string, unknown> | Otherwise}
   */
  object(field, rule = {}) {
    return this.#read(field, rule, (value) => {
      if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Problem("Must be an object.");
      return /** @type {Record<string, unknown>} */ (value);
    });
  }

  /**
   * @template Value
   * @template Otherwise
   * @param {string} field
   * @param {{ otherwise?: Otherwise }} rule
   * @param {(value: unknown) => Value} read Throws a Problem when the value is not right.
   * @returns {Value | Otherwise}
   */
  #read(field, rule, read) {
    const value = this.input[field];
    try {
      if (value !== undefined) return read(value);
      if ("otherwise" in rule) return /** @type {Otherwise} */ (rule.otherwise);
      throw new Problem("Is missing.");
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      this.#problems.push({ field, message: problem.message });
      return /** @type {Value} */ (undefined); // never seen: finish() throws
    }
  }
}

class Problem extends Error {}
