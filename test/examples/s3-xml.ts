import type { ServerResponse } from "node:http";

export interface S3Error {
  readonly status: number;
  readonly code: string;
}

/** An error as S3 writes it. */
export function sendXml(response: ServerResponse, { status, code }: S3Error): void {
  response.writeHead(status, { "content-type": "application/xml" });
  response.end(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${code}</Message><RequestId>1</RequestId></Error>`);
}
