import { z } from "zod";
import { findRegex, isFoundEverywhere, regexProblem } from "../../match/regex.js";
import type { MailAddress, MailMessage } from "../../ports/mail.js";
import type { InputFinding } from "../define.js";
import { regexText } from "../placeholder.js";
import type { Complaint } from "./complaint.js";
import { readHtml } from "./html-reading.js";
import { oneSpaced } from "./html-text.js";

const texts = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]);

/** What a mail must be like, and how long it is waited for. */
export const mailExpectation = z.strictObject({
  to: z.string().min(1).optional().describe("Address of a recipient, in any case: of the envelope, where the mail server tells it."),
  from: z.string().min(1).optional().describe("Address or name of the sender, in any case."),
  subject_contains: texts.optional().describe("Text, or several, that the subject must hold."),
  subject_regex: regexText().optional().describe("Search that must find something in the subject."),
  body_contains: texts.optional().describe("Text, or several, that one part of the mail must hold, all of it: the plain text, or what a reader sees of the HTML (nothing hidden, transparent, off the page or of no size by its own `style`, or by a rule of the mail for an element, a class or an id; rules for a place within others or with a condition are not followed, and letters of the colour behind them count as seen). With `count: 0` all text of both parts counts, hidden or not. Line breaks count as spaces."),
  html_contains: texts.optional().describe("Text, or several, that the source of the HTML must hold, whether a reader sees it or not."),
  allow_unrendered: z.boolean().default(false).describe("Accept a mail in which `{{...}}` or `{%...%}` was left by its template.").meta({ placeholders: "rule" }),
  count: z.int().min(0).optional().describe("How many such mails must come, no more and no fewer; default: at least one."),
  timeout_ms: z.int().min(0).max(600_000).default(15_000).describe("Milliseconds after the trigger within which they must come.").meta({ placeholders: "rule" }),
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
  } else if (isAnySubject) {
    yield { code: "vacuous", message: `every subject is accepted by ${JSON.stringify(pattern)}; ask for more, or leave it out`, path: ["expect", "subject_regex"] };
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
  // a mail that must not come has its words wherever they stand, seen or not
  const isUnwanted = expected.count === 0;
  const parts = [oneSpaced(mail.text), readHtml(mail.html).text];
  const bodies = isUnwanted ? [[...parts, readHtml(mail.html, { hidden: "shown" }).text].join(" ")] : parts;
  for (const text of fewestOf(bodies.map((body) => [expected.body_contains ?? []].flat().filter((one) => !body.includes(oneSpaced(one)))))) {
    yield { code: "wrong-body", message: `expected a body with ${JSON.stringify(text)}, ${seenBefore(mail, text)}` };
  }
  for (const text of [expected.html_contains ?? []].flat()) {
    if (!mail.html.includes(text)) yield { code: "wrong-body", message: `expected HTML with ${JSON.stringify(text)}, it holds none` };
  }
  const left = expected.allow_unrendered || isUnwanted ? undefined : unrendered([subject, ...bodies]);
  if (left !== undefined) yield { code: "unrendered-template", message: `expected a rendered mail, got ${JSON.stringify(left)} in it; if that is meant, say \`allow_unrendered: true\`` };
}

/** A reader sees one part of a mail, so what one lacks does not help that another has it. */
function fewestOf(lacks: readonly (readonly string[])[]): readonly string[] {
  return lacks.reduce((best, one) => (one.length < best.length ? one : best));
}

function seenBefore({ text, html }: MailMessage, wanted: string): string {
  if (oneSpaced(text).includes(oneSpaced(wanted))) return "it is only in the plain text, which lacks something else";
  return oneSpaced(html).includes(oneSpaced(wanted)) ? "it is only in the source of the HTML, or in the HTML while that lacks something else" : "it holds none";
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
