import type { ServerResponse } from "node:http";
import type { JudgeRequest } from "../../src/ports/judge.js";
import { sendJson, startServer, type SeenRequest, type TestServer } from "./server.js";

/** What a scripted endpoint does with one request; a text is what the model says. */
export type Act = string | ((response: ServerResponse, request: SeenRequest) => void);

/** A chat completions endpoint that does one act after the other, and the last one for ever. */
export function startChat(...acts: Act[]): Promise<TestServer> {
  let turn = 0;
  return startServer((request, response) => {
    const act = acts[Math.min(turn++, acts.length - 1)] ?? "";
    if (typeof act === "string") sendJson(response, chatCompletion(act));
    else act(response, request);
  });
}

/** The answer of a chat completions endpoint (OpenAI's API reference), as far as judges read it. */
export function chatCompletion(content: unknown, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: "chatcmpl-1",
    object: "chat.completion",
    model: "scripted-1",
    choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
    usage: { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15 },
    ...more,
  };
}

export function status(code: number, body: unknown = { error: { message: `status ${code}` } }, headers: Record<string, string> = {}): Act {
  return (response) => sendJson(response, body, code, headers);
}

/** Never answers. */
export const stall: Act = () => undefined;

export const reset: Act = (response) => void response.socket?.resetAndDestroy();

export function raw(body: string, contentType = "text/html", code = 200): Act {
  return (response) => void response.writeHead(code, { "content-type": contentType }).end(body);
}

/** The head and half of a body, then nothing. */
export const cut: Act = (response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "500" });
  response.write('{"choices": [{"message": {"content": "{\\"score\\":', () => response.socket?.destroy());
};

export function question(more: Partial<JudgeRequest> = {}): JudgeRequest {
  return { system: "You grade.", user: "evidence", images: [], maxScore: 10, temperature: 0, repetition: 0, ...more };
}
