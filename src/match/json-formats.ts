import { isIPv4, isIPv6 } from "node:net";
import { domainToASCII } from "node:url";
import { parseUrl } from "../model/parse-url.js";

/** What a format asks of a text, or of a number. */
export type JsonFormat = { readonly type: "string"; readonly validate: (text: string) => boolean } | { readonly type: "number"; readonly validate: (number: number) => boolean };

const text = (validate: (text: string) => boolean): JsonFormat => ({ type: "string", validate });
const pattern = (regex: RegExp): JsonFormat => text((value) => regex.test(value));
const number = (validate: (number: number) => boolean): JsonFormat => ({ type: "number", validate });
const anything = (): boolean => true;

/**
 * The formats of JSON Schema 2020-12 (validation, 7.3) and those that OpenAPI adds; `password` and `binary` ask for nothing.
 * Each takes time in proportion to the text.
 */
export const JSON_FORMATS: Readonly<Record<string, JsonFormat>> = {
  date: text(isDate),
  time: text(isTime),
  "date-time": text(isDateTime),
  duration: pattern(/^P(?!$)(?:\d+W|(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?)$/),
  email: text(isEmail),
  "idn-email": text((value) => isEmail(toAscii(value))),
  hostname: text(isHostname),
  "idn-hostname": text((value) => isHostname(domainToASCII(value))),
  ipv4: text(isIPv4),
  ipv6: text((value) => isIPv6(value) && !value.includes("%")),
  uri: text(isUri),
  "uri-reference": text(isUriReference),
  iri: text((value) => isUri(toAscii(value))),
  "iri-reference": text((value) => isUriReference(toAscii(value))),
  "uri-template": pattern(/^(?:[^\s{}]|\{[^\s{}]+\})*$/),
  uuid: pattern(/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i),
  regex: text(isRegex),
  "json-pointer": pattern(/^(?:\/(?:[^~/]|~[01])*)*$/),
  "relative-json-pointer": pattern(/^(?:0|[1-9]\d*)(?:#|(?:\/(?:[^~/]|~[01])*)*)$/),
  int32: number((value) => Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31),
  int64: number((value) => Number.isInteger(value) && value >= -(2 ** 63) && value <= 2 ** 63),
  float: number(anything),
  double: number(anything),
  byte: pattern(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/),
  binary: text(anything),
  password: text(anything),
};

/** A day of the calendar (RFC 3339, `full-date`). */
function isDate(value: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return false;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return day >= 1 && day <= days;
}

/** A time with its offset (RFC 3339, `full-time`); a second 60 only where UTC may have one. */
function isTime(value: string): boolean {
  const match = /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.\d+)?(?:z|([+-])([01]\d|2[0-3]):([0-5]\d))$/i.exec(value);
  if (match === null) return false;
  const [, hours, minutes, seconds, sign, offsetHours = "0", offsetMinutes = "0"] = match;
  const offset = (sign === "-" ? -1 : 1) * (Number(offsetHours) * 60 + Number(offsetMinutes));
  const utc = (Number(hours) * 60 + Number(minutes) - offset + 2 * DAY_MINUTES) % DAY_MINUTES;
  return seconds !== "60" || utc === DAY_MINUTES - 1;
}

const DAY_MINUTES = 24 * 60;

function isDateTime(value: string): boolean {
  const [date = "", time = "", more] = value.split(/t/i);
  return more === undefined && isDate(date) && isTime(time);
}

/** A mailbox (RFC 5321, 4.1.2): a dot-string or quoted text, at a host name or an address in brackets. */
function isEmail(value: string): boolean {
  const at = value.lastIndexOf("@");
  const local = value.slice(0, Math.max(at, 0));
  const domain = value.slice(at + 1);
  const isLocal = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/.test(local) || /^"(?:[ !#-[\]-~]|\\[ -~])*"$/.test(local);
  const literal = /^\[(?:IPv6:(.+)|(.+))\]$/i.exec(domain);
  const isDomain = literal === null ? isHostname(domain) : literal[1] === undefined ? isIPv4(literal[2] ?? "") : isIPv6(literal[1]);
  return isLocal && isDomain;
}

/** A name of a host (RFC 1123, 2.1), in ASCII. */
function isHostname(value: string): boolean {
  return value.length <= 253 && value.split(".").every((label) => /^(?!-)[A-Za-z0-9-]{1,63}$/.test(label) && !label.endsWith("-"));
}

/** An absolute URI (RFC 3986, 3); one of http must have a host. */
function isUri(value: string): boolean {
  return /^[A-Za-z][A-Za-z0-9+.-]*:/.test(value) && hasUriCharacters(value) && (!/^https?:/i.test(value) || (/^https?:\/\/[^/?#]/i.test(value) && parseUrl(value) !== undefined));
}

/** A URI or a reference relative to one, whose first segment holds no colon (RFC 3986, 4.2). */
function isUriReference(value: string): boolean {
  return isUri(value) || (hasUriCharacters(value) && !/^[^/?#]*:/.test(value));
}

function hasUriCharacters(value: string): boolean {
  const part = String.raw`(?:[\w.~:/?[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*`;
  return new RegExp(`^${part}(?:#${part})?$`).test(value);
}

/** Letters of any script stand for those of ASCII. */
function toAscii(value: string): string {
  return value.replace(/[^\0-\x7f]/g, "x");
}

function isRegex(value: string): boolean {
  try {
    new RegExp(value, "u");
    return true;
  } catch {
    return false;
  }
}
