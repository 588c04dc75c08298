import { endOfString, isBeforeColon } from "./json-scanning.js";

/** A key that its object already has. */
export interface RepeatedKey {
  readonly path: readonly (string | number)[];
  readonly offset: number;
}

/** The keys of a valid JSON text that stand in their object for the second time, or more often. */
export function repeatedKeys(text: string): RepeatedKey[] {
  const repeated: RepeatedKey[] = [];
  const open: Container[] = [];
  const marks = /[{}[\],"]/g;
  for (let found = marks.exec(text); found !== null; found = marks.exec(text)) {
    const [mark] = found;
    const innermost = open.at(-1);
    if (mark === "{" || mark === "[") open.push({ keys: new Set(), member: 0 });
    else if (mark === "}" || mark === "]") open.pop();
    else if (mark === '"') {
      const end = endOfString(text, found.index);
      marks.lastIndex = end;
      if (innermost === undefined || !isBeforeColon(text, end)) continue;
      const key = JSON.parse(text.slice(found.index, end)) as string;
      innermost.member = key;
      if (innermost.keys.has(key)) repeated.push({ path: open.map(({ member }) => member), offset: found.index });
      innermost.keys.add(key);
    } else if (typeof innermost?.member === "number") innermost.member++;
  }
  return repeated;
}

interface Container {
  /** Of a list, none. */
  readonly keys: Set<string>;
  /** The member that is being read: of an object its key, of a list its index. */
  member: string | number;
}
