/** Keys of one kind that check nothing, so that a step which loses them expects no less than before. */
interface HarmlessKeys {
  readonly keys: RegExp;
  /** The primitives whose steps they say nothing to; absent: all. */
  readonly of?: readonly string[];
  /** Primitives for which such a key may say what the system under test has to do. */
  readonly except?: readonly string[];
  /** The only value for which this is so; absent: every value. */
  readonly value?: unknown;
}

const PAGES = ["browser_interaction", "dom_assertion", "render_dom", "screenshot"];
const TABLES = ["db_query", "db_table_exists", "db_column_check", "db_index_check"];
const EVENTS = ["webhook_delivery", "queue_job_check", "websocket_exchange", "response_time_check"];

const HARMLESS: readonly HarmlessKeys[] = [
  // what is said to people
  { keys: /^(?:why|desc|explanation|docs?|todo|step_(?:id|name|no)|source_evidence|coverage_refs?|refs?)$/ },
  // the same, where no page, message, event or hit has one of that name
  { keys: /^(?:labels?|title|tags?|author|reason|hints?|priority|severity)$/, except: [...PAGES, ...EVENTS, "email_check", "search_query", "log_content_check", "oauth_flow"] },
  { keys: /_(?:comments?|notes?|rationale|refs?)$/ },
  // how long, and how often, the evaluator tried
  { keys: /^(?:\w+_)?timeout(?:_(?:ms|s|secs?|seconds))?$|^timeout(?:Ms|Seconds)$/, except: EVENTS },
  { keys: /^retr(?:y|ies)(?:_\w+)?$/, except: EVENTS },
  { keys: /^(?:verbose|debug|log_level)$/ },
  // what would have been enough as well
  { keys: /^(?:fallback|alternative)(?:_\w+)?$|_fallback$/ },
  { keys: /^alt(?:_\w+)?$/, except: PAGES },
  { keys: /^min_ratio$/, of: ["db_table_exists"] },
  { keys: /^require_\w+$/, value: false },
  // where and as whom the evaluator worked, which the target says
  { keys: /^db_(?:name|user|password|host|port)$/, of: TABLES },
  { keys: /^(?:browser|login_(?:url|username|password))$/, of: PAGES },
  { keys: /^membership_role$/, of: ["auth_login"] },
  { keys: /^context$/, of: ["permission_check"] },
];

/** Words with which an expectation begins, whatever follows. */
const EXPECTING = /^(?:expect|assert|verif|should|must|check|min|max|need|forbid|deny|only|no|not)/;

/** Whether a step of the primitive expects as much without a key that nobody reads. What is not known for sure may be an expectation. */
export function isHarmless(primitive: string, key: string, value: unknown): boolean {
  return HARMLESS.some(({ keys, of, except, value: only }) => {
    const isOfIt = (of === undefined ? !EXPECTING.test(key) : of.includes(primitive)) && except?.includes(primitive) !== true;
    return isOfIt && keys.test(key) && (only === undefined || only === value);
  });
}
