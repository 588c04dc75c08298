import type { StepFailure } from "../model/outcome.js";
import type { SqlResult } from "../ports/sql.js";

/** One statement of a port. */
export interface Statement {
  readonly sql: string;
  readonly params: readonly unknown[];
  readonly isReadOnly: boolean;
}

/** How one kind of database is talked to. A client is one connection and does one thing at a time. */
export interface DatabaseConnector<Client> {
  /** Not connected yet. `onLost` is called whenever the connection ends, by a fault or not. */
  create(onLost: () => void): Client;
  connect(client: Client): Promise<void>;
  /** Starts the transaction that one statement runs in. */
  begin(client: Client, isReadOnly: boolean): Promise<void>;
  /** The statement's result; what it wrote is committed. */
  run(client: Client, statement: Statement): Promise<SqlResult>;
  /** Ends what is left of the transaction and tells whether the connection is as good as new: nothing of the statement may be seen by the next. */
  restore(client: Client, isReadOnly: boolean): Promise<boolean>;
  /** Makes the server stop what it does for this client. Bounded in time; never rejects. */
  cancel(client: Client): Promise<void>;
  /** Says good-bye, resolves when the connection is closed. */
  end(client: Client): Promise<void>;
  /** Closes it at once. */
  destroy(client: Client): void;
  /** True when it is the connection that failed and not the statement. */
  isLost(error: unknown): boolean;
  /** Why a connection could not be opened. */
  connectionFailure(error: unknown, client: Client): StepFailure;
  /** Why a statement did not end. */
  statementFailure(error: unknown): StepFailure;
}
