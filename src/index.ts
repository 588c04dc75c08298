export { evaluateDag } from "./evaluate.js";
export { loadDag, lintDag, parseDag, type LintOptions, type LoadOptions } from "./documents.js";
export type { EvaluateOptions } from "./options.js";
export { harvestRules, type HarvestRule } from "./execute/harvest-rules.js";
export type { Harvest } from "./execute/node-run.js";
export type { Selection } from "./plan/plan.js";
export { DagradeError, type DagradeErrorCode } from "./errors.js";
export { applyFixes } from "./load/apply-fixes.js";

export type { Dag, DagNode, Diagnostic, Scoring, ScoringConfig, ScoringMethod, Step, Trajectory } from "./model/dag.js";
export type { DocumentEdit } from "./model/document-edit.js";
export type {
  Backbone,
  Breakdown,
  Evaluation,
  EvaluationEvent,
  NodeResult,
  NodeStatus,
  RootCause,
  StepResult,
  TaskAggregate,
  TaskScore,
} from "./model/evaluation.js";
export { ExactNumber } from "./model/exact-number.js";
export { SetupError, StepFailure, type Outcome, type Verdict } from "./model/outcome.js";
export type { ChainRecord, ExecRecord, PageRecord, QueryRecord, Screenshot, Slot } from "./model/records.js";
export { ResponseRecord } from "./model/records.js";
export type { DatabaseConfig, LoginConfig, LoginFunction, Target, WorkspaceConfig } from "./ports/target.js";

export { builtinRegistry } from "./primitives/builtin.js";
export { createRegistry, type Registry } from "./primitives/registry.js";
export { definePrimitive, type Effects, type Family, type InputFinding, type Primitive, type PrimitiveDefinition } from "./primitives/define.js";
export type { ChainState, PrimitiveContext, StepSettings, Variables } from "./primitives/context.js";
export { late, type Late, type Lately } from "./primitives/late.js";
export { encodedText, graphqlText, regexText, shellText, sqlText, urlPath } from "./primitives/placeholder.js";

export { dockerExec } from "./adapters/docker-exec.js";
export { localExec } from "./adapters/local-exec.js";
export { mailApi } from "./adapters/mail-api.js";
export { smtpSink, type SmtpSink } from "./adapters/smtp-sink.js";
export { tcpProxy, type ProxyLink, type TcpProxy } from "./adapters/tcp-proxy.js";
export { dataHubIngest, type DataHubIngestOptions } from "./adapters/datahub-ingest.js";
export { anthropicJudge, type AnthropicJudgeOptions } from "./adapters/anthropic-judge.js";
export { cachedJudge, type CachedJudgeOptions } from "./adapters/cached-judge.js";
export { openAiJudge, type OpenAiJudgeOptions } from "./adapters/openai-judge.js";
export { calibrateJudge, type Calibration, type CalibrationCase, type CalibrationExample, type CalibrationOptions } from "./judges/calibrate-judge.js";
export { panelJudge, type PanelJudgeOptions } from "./judges/panel-judge.js";
export type { BrowserConfig, BrowserPage, BrowserPort, Browsing, NodeBrowser } from "./ports/browser.js";
export type { ExecPort, ExecResult } from "./ports/exec.js";
export type { Fault, FaultPort, InjectedFault } from "./ports/fault.js";
export type { FilesPort } from "./ports/files.js";
export type { HttpClient, HttpRequest, IdentityPort, PreparedRequest } from "./ports/http.js";
export type { MailAddress, MailApiConfig, MailMessage, MailPort, Mailboxes, SmtpSinkConfig } from "./ports/mail.js";
export type { Delivery, Webhook, WebhookAnswer, WebhookPort } from "./ports/webhook.js";
export type { WebSocketConnection, WebSocketHandshake, WebSocketMessage, WebSocketOpening, WebSocketPort } from "./ports/websocket.js";
export type { IngestAnswer, IngestContext, IngestFunction, IngestProposal } from "./ports/ingest.js";
export { JudgeRefused, type Judge, type JudgeRefusal, type JudgeReply, type JudgeRequest } from "./ports/judge.js";
export type { SqlPort, SqlResult } from "./ports/sql.js";

export { scoreNode, type NodeScore } from "./score/score-node.js";
export { aggregateTask } from "./aggregate/task.js";
export { aggregateBenchmark } from "./aggregate/benchmark.js";
export { backboneOf } from "./aggregate/backbone-of.js";
export { passAt1, passAt1Error } from "./aggregate/pass-at-1.js";
export { environmentSuccess, type EnvironmentRun } from "./aggregate/environment-success.js";
export { fidelity, fidelityOf } from "./aggregate/fidelity.js";
export { gapClosure } from "./aggregate/gap-closure.js";
export { demonstrationDeliveryGap } from "./aggregate/demonstration-delivery-gap.js";
export { classifyExecution, type ExecutionClass, type ExecutionThresholds, type ExecutionType, type ExecutionUnit } from "./aggregate/classify-execution.js";
export { mergeReports } from "./aggregate/merge-reports.js";
export type { BenchmarkReport, BenchmarkScore, BenchmarkTask } from "./model/benchmark.js";
export { renderReport, type ReportFormat } from "./report/render-report.js";
export { dagJsonSchema } from "./schema/dag-json-schema.js";
