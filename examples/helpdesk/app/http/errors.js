// @ts-check

/** @typedef {{ field: string, message: string }} FieldProblem */

/** An answer other than success that the caller can do something about. */
export class HttpError extends Error {
  /**
   * @param {number} status
   * @param {string} code A stable word for programs.
   * @param {string} message A sentence for people.
   * @param {{ fields?: FieldProblem[] | undefined, headers?: Record<string, string> }} [more]
   */
  constructor(status, code, message, { fields, headers = {} } = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.headers = headers;
  }
}

export const unauthorized = (message = "Sign in to do this.") =>
  new HttpError(401, "unauthorized", message, { headers: { "www-authenticate": 'Bearer realm="helpdesk"' } });

export const forbidden = (message = "Your role does not allow this.") => new HttpError(403, "forbidden", message);

export const notFound = (message = "There is nothing at this address.") => new HttpError(404, "not_found", message);

/**
 * @param {string} code
 * @param {string} message
 */
export const conflict = (code, message) => new HttpError(409, code, message);

/** @param {FieldProblem[]} fields */
export const invalid = (fields) => new HttpError(422, "invalid", "Some fields are not valid.", { fields });

/**
 * What the caller is told. Unforeseen errors go to the log with all they say and to the caller with nothing.
 *
 * @param {unknown} error
 * @returns {HttpError}
 */
export function describeError(error) {
  if (error instanceof HttpError) return error;
  console.error(error);
  return new HttpError(500, "internal", "Something went wrong on our side.");
}
