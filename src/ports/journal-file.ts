/** Where a journal is kept, line by line. */
export interface JournalFile {
  /** The whole text so far; `undefined` when there is none yet. */
  read(): string | undefined;
  append(line: string): void;
  close(): void;
}
