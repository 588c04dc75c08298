import { z } from "zod";
import { findRegex, isFoundEverywhere, regexProblem } from "../../match/regex.js";
import type { MailAddress, MailMessage } from "../../ports/mail.js";
import type { InputFinding } from "../define.js";
import { regexText } from "../placeholder.js";
import type { Complaint } from "./complaint.js";
import { oneSpaced, visibleText } from "./html-text.js";

const texts = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]);

/** What a mail must be like, and how long it is waited for. */
export const mailExpectation = z.strictObject({
  to: z.string().min(1).optional().describe("Address of a recipient, in any case: of the envelope, where the mail server tells it."),
  from: z.string().min(1).optional().describe("Address or name of the sender, in any case."),
  subject_contains: texts.optional().describe("Text, or several, that the subject must hold."),
  subject_regex: regexText().optional().describe("Search that must find something in the subject."),
  body_contains: texts.optional().describe("Text, or several, that the plain text or the visible text of the HTML must hold; line breaks count as spaces."),
  html_contains: texts.optional().describe("Text, or several, that the HTML itself must hold."),
  allow_unrendered: z.boolean().default(false).describe("Accept a mail in which `{{...}}` or `{%...%}` was left by its template."),
  count: z.int().min(0).optional().describe("How many such mails must come, no more and no fewer; default: at least one."),
  timeout_ms: z.int().min(0).max(600_000).default(15_000).describe("Milliseconds after the trigger within which they must come."),
  interval_ms: z.int().min(10).default(500).describe("Milliseconds between two looks into the mailbox."),
});

export type MailExpectation = z.output<typeof mailExpectation>;

/** Every expectation that a mail does not meet. */
export function judgeMail(mail: MailMessage, expected: MailExpectation): Complaint[] {
  return [...complaints(mail, expected)];
}

/** Whether a mail that can not be read may be one of those that are counted. */
export function mayBeCounted({ unreadable, to }: MailMessage, expected: MailExpectation): boolean {
  const wanted = expected.to;
  return unreadable !== undefined && (wanted === undefined || to.length === 0 || to.some(({ address }) => isSame(address, wanted)));
}

/** What is wrong with an expectation as it is written. */
export function* mailProblems(expected: MailExpectation): Generator<InputFinding> {
  const { subject_regex: pattern } = expected;
  const problem = pattern === undefined ? undefined : regexProblem(pattern);
  if (problem !== undefined) yield { code: "invalid-regex", message: problem, path: ["expect", "subject_regex"] };
  const isAnySubject = pattern !== undefined && problem === undefined && isFoundEverywhere(pattern);
  if (CRITERIA.every((key) => expected[key] === undefined || (key === "subject_regex" && isAnySubject))) {
    yield { code: "vacuous", message: "any mail would do; say whom it goes `to`, or what its subject or body must hold", path: ["expect"] };
  }
}

const CRITERIA = ["to", "from", "subject_contains", "subject_regex", "body_contains", "html_contains"] as const;

function* complaints(mail: MailMessage, expected: MailExpectation): Generator<Complaint> {
  const { to, from, subject_regex: pattern } = expected;
  if (to !== undefined && !mail.to.some(({ address }) => isSame(address, to))) {
    yield { code: "wrong-recipient", message: `expected a mail to ${to}, got one to ${list(mail.to)}` };
  }
  if (from !== undefined && mail.unreadable === undefined && !mail.from.some(({ address, name }) => isSame(address, from) || isSame(name, from))) {
    yield { code: "wrong-sender", message: `expected a mail from ${from}, got one from ${list(mail.from)}` };
  }
  if (mail.unreadable !== undefined) {
    yield { code: "unreadable-mail", message: `expected a mail that can be read, got one that can not: ${mail.unreadable}` };
    return;
  }
  const subject = oneSpaced(mail.subject);
  for (const text of [expected.subject_contains ?? []].flat()) {
    if (!subject.includes(oneSpaced(text))) yield { code: "wrong-subject", message: `expected a subject with ${JSON.stringify(text)}, got ${JSON.stringify(subject)}` };
  }
  if (pattern !== undefined && findRegex(pattern, subject) === undefined) {
    yield { code: "wrong-subject", message: `expected a subject that matches ${JSON.stringify(pattern)}, got ${JSON.stringify(subject)}` };
  }
  const bodies = [oneSpaced(mail.text), visibleText(mail.html)];
  for (const text of [expected.body_contains ?? []].flat()) {
    if (!bodies.some((body) => body.includes(oneSpaced(text)))) yield { code: "wrong-body", message: `expected a body with ${JSON.stringify(text)}, it holds none` };
  }
  for (const text of [expected.html_contains ?? []].flat()) {
    if (!mail.html.includes(text)) yield { code: "wrong-body", message: `expected HTML with ${JSON.stringify(text)}, it holds none` };
  }
  const left = expected.allow_unrendered ? undefined : unrendered([subject, ...bodies]);
  if (left !== undefined) yield { code: "unrendered-template", message: `expected a rendered mail, got ${JSON.stringify(left)} in it; if that is meant, say \`allow_unrendered: true\`` };
}

function unrendered(parts: readonly string[]): string | undefined {
  for (const part of parts) {
    const found = /\{\{[^{}]{1,200}\}\}|\{%[^{}%]{1,200}%\}/.exec(part);
    if (found !== null) return found[0];
  }
  return undefined;
}

function isSame(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

function list(addresses: readonly MailAddress[]): string {
  return addresses.length === 0 ? "nobody" : addresses.map(({ address }) => address).join(", ");
}
