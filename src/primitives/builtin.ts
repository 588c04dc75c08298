import { authLogin } from "./auth/auth-login.js";
import { permissionCheck } from "./auth/permission-check.js";
import { fileContentMatch } from "./files/file-content-match.js";
import { fileCount } from "./files/file-count.js";
import { fileExists } from "./files/file-exists.js";
import { apiCrud } from "./http/api-crud.js";
import { httpRequest } from "./http/http-request.js";
import { responseTimeCheck } from "./http/response-time-check.js";
import { statusCodeAssert } from "./http/status-code-assert.js";
import { jsonSchemaMatch } from "./json/json-schema-match.js";
import { jsonValueAssert } from "./json/json-value-assert.js";
import { llmJudge } from "./judge/llm-judge.js";
import { createRegistry, type Registry } from "./registry.js";
import { dockerExecCommand } from "./shell/docker-exec.js";
import { dbColumnCheck } from "./sql/db-column-check.js";
import { dbIndexCheck } from "./sql/db-index-check.js";
import { dbQuery } from "./sql/db-query.js";
import { dbTableExists } from "./sql/db-table-exists.js";

/** The primitives that come with dagrade, in the order of the catalogue. */
export const builtinRegistry: Registry = createRegistry([
  fileExists,
  fileContentMatch,
  fileCount,
  httpRequest,
  apiCrud,
  statusCodeAssert,
  responseTimeCheck,
  jsonSchemaMatch,
  jsonValueAssert,
  dbQuery,
  dbTableExists,
  dbColumnCheck,
  dbIndexCheck,
  dockerExecCommand,
  authLogin,
  permissionCheck,
  llmJudge,
]);
