import { authLogin } from "./auth/auth-login.js";
import { oauthFlow } from "./auth/oauth-flow.js";
import { permissionCheck } from "./auth/permission-check.js";
import { totp } from "./auth/totp.js";
import { browserInteraction } from "./browser/browser-interaction.js";
import { domAssertionStep } from "./browser/dom-assertion.js";
import { renderDom } from "./browser/render-dom.js";
import { screenshot } from "./browser/screenshot.js";
import { fileContentMatch } from "./files/file-content-match.js";
import { fileCount } from "./files/file-count.js";
import { fileExists } from "./files/file-exists.js";
import { apiCrud } from "./http/api-crud.js";
import { fileUploadDownload } from "./http/file-upload-download.js";
import { graphqlQuery } from "./http/graphql-query.js";
import { httpRequest } from "./http/http-request.js";
import { responseTimeCheck } from "./http/response-time-check.js";
import { searchQuery } from "./http/search-query.js";
import { statusCodeAssert } from "./http/status-code-assert.js";
import { jsonSchemaMatch } from "./json/json-schema-match.js";
import { jsonValueAssert } from "./json/json-value-assert.js";
import { llmJudge } from "./judge/llm-judge.js";
import { emailCheck } from "./messaging/email-check.js";
import { queueJobCheck } from "./messaging/queue-job-check.js";
import { webhookDelivery } from "./messaging/webhook-delivery.js";
import { websocketExchange } from "./messaging/websocket-exchange.js";
import { createRegistry, type Registry } from "./registry.js";
import { dockerExecCommand } from "./shell/docker-exec.js";
import { logContentCheck } from "./shell/log-content-check.js";
import { dbColumnCheck } from "./sql/db-column-check.js";
import { dbIndexCheck } from "./sql/db-index-check.js";
import { dbQuery } from "./sql/db-query.js";
import { dbTableExists } from "./sql/db-table-exists.js";
import { ingest } from "./workflow/ingest.js";
import { multiStepWorkflow } from "./workflow/multi-step-workflow.js";
import { networkFaultInject } from "./workflow/network-fault-inject.js";

/** The primitives that come with dagrade, in the order of the catalogue. */
export const builtinRegistry: Registry = createRegistry([
  fileExists,
  fileContentMatch,
  fileCount,
  httpRequest,
  apiCrud,
  statusCodeAssert,
  responseTimeCheck,
  graphqlQuery,
  fileUploadDownload,
  searchQuery,
  jsonSchemaMatch,
  jsonValueAssert,
  dbQuery,
  dbTableExists,
  dbColumnCheck,
  dbIndexCheck,
  dockerExecCommand,
  logContentCheck,
  authLogin,
  permissionCheck,
  oauthFlow,
  totp,
  llmJudge,
  browserInteraction,
  domAssertionStep,
  renderDom,
  screenshot,
  queueJobCheck,
  webhookDelivery,
  emailCheck,
  websocketExchange,
  ingest,
  networkFaultInject,
  multiStepWorkflow,
]);
