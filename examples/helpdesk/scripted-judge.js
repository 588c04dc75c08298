// @ts-check
/**
 * A server that speaks as a chat completions endpoint does, with a script in the place of a model: it looks for a sign of each
 * criterion in the evidence. It judges nothing; it lets the whole way of a judged node be walked without a model.
 */
import { createServer } from "node:http";

/** What the evidence holds when there is something to a criterion of dag.json. @type {Readonly<Record<string, RegExp>>} */
const SIGNS = {
  fields: /"subject"[^]*"body"[^]*"priority"/,
  remedies: /must|expected|one of|required/i,
  tone: /^(?![^]*(?:stack|exception|at .*\.js:\d))/i,
  semantics: /<main[^]*<h1>[^]*<label for=/,
  accessibility: /<html lang=[^]*class="skip"[^]*autocomplete=/,
  cleanness: /^(?![^]*(?:<script|style="))/i,
  facts: /<dt>Number<[^]*<dt>Status<[^]*<dt>Priority</,
  conversation: /<ol class="conversation"/,
  answering: /<label for="body">[^]*<button>Answer</,
  figures: /<caption>/,
  comparison: /<meter /,
  separation: /domain\/tickets\.js[^]*http\/dispatch\.js[^]*routes\/tickets\.js/,
  statements: /\$1[^]*transaction/i,
  errors: /http\/errors\.js/,
  words: /\/\*\*/,
};

/** @returns {Promise<{ baseUrl: string, stop: () => Promise<void> }>} */
export async function startScriptedJudge() {
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const answer = request.method === "POST" && request.url === "/v1/chat/completions" ? complete(Buffer.concat(chunks).toString()) : undefined;
    response.writeHead(answer === undefined ? 404 : 200, { "content-type": "application/json" }).end(JSON.stringify(answer ?? { error: { message: "not found" } }));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve(undefined));
        server.closeAllConnections();
      }),
  };
}

/** @param {string} body */
function complete(body) {
  const { messages } = /** @type {{ messages: { role: string, content: string | { type: string, text?: string }[] }[] }} */ (JSON.parse(body));
  const [system = "", user = ""] = messages.map(({ content }) => (typeof content === "string" ? content : content.map(({ text = "" }) => text).join("")));
  const content = JSON.stringify(judge(Number(/<0-([\d.]+)>/.exec(system)?.[1] ?? 0), user));
  return {
    object: "chat.completion",
    model: "scripted",
    choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
    usage: { prompt_tokens: system.length + user.length, completion_tokens: content.length },
  };
}

/**
 * @param {number} highest
 * @param {string} user
 */
function judge(highest, user) {
  const [, mark = "none"] = /^(=== evidence \w+ ===)$/m.exec(user) ?? [];
  const [rubric = "", evidence = ""] = user.split(mark);
  const criteria = [...rubric.matchAll(/^\d+\. (.+?)(?: \(weight ([\d.]+)\))?(?::.*)?$/gm)].map(([, name = "", weight = "1"]) => ({ name, weight: Number(weight), isMet: SIGNS[name]?.test(evidence) === true }));
  const all = criteria.reduce((sum, { weight }) => sum + weight, 0);
  const met = criteria.reduce((sum, { weight, isMet }) => sum + (isMet ? weight : 0), 0);
  return {
    score: all === 0 ? 0 : Math.round((met / all) * highest * 10) / 10,
    reasoning: `a script, not a model, found signs of ${criteria.filter(({ isMet }) => isMet).map(({ name }) => name).join(", ") || "nothing"}`,
    criteria: Object.fromEntries(criteria.map(({ name, isMet }) => [name, isMet ? highest : 0])),
  };
}
