/** Where files of evidence are kept. */
export interface EvidenceFiles {
  /** Keeps a file under a safe name made of `name`; the same name takes the place of the file before. */
  keep(name: string, data: Uint8Array): Promise<KeptFile>;
}

export interface KeptFile {
  /** Undefined when the run keeps no files. */
  readonly path?: string;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}
