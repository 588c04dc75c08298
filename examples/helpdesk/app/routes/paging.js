// @ts-check

/** @import { Fields } from "../domain/validation.js" */

/** @param {Fields} fields */
export const readPage = (fields) => ({
  page: fields.number("page", { min: 1, max: 1_000_000, otherwise: 1 }),
  perPage: fields.number("per_page", { min: 1, max: 100, otherwise: 20 }),
});
