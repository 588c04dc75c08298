// @ts-check
import { html } from "./html.js";
import { alert, problemList } from "./layout.js";

/** @import { FieldProblem } from "../http/errors.js" */

/** @param {{ message: string, fields: FieldProblem[] | undefined }} view */
export const errorPage = ({ message, fields }) => html`
      ${alert(message)}
      ${problemList(fields)}
      <p><a href="/">Back to the start</a></p>`;
