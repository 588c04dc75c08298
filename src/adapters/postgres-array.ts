/**
 * Reads an array as PostgreSQL prints it (`{1,NULL,"a,b"}`, nested, with or without bounds), elements by `readElement`.
 * Throws for text that is no array.
 */
export function readPostgresArray(text: string, readElement: (text: string) => unknown): unknown[] {
  const reader = new ArrayReader(text.replace(/^(?:\[[-\d]+:[-\d]+\])+=/, ""), readElement);
  const value = reader.array();
  reader.expectEnd();
  return value;
}

class ArrayReader {
  readonly #text: string;
  readonly #readElement: (text: string) => unknown;
  #position = 0;

  constructor(text: string, readElement: (text: string) => unknown) {
    this.#text = text;
    this.#readElement = readElement;
  }

  array(): unknown[] {
    this.#expect("{");
    const items: unknown[] = [];
    if (this.#take("}")) return items;
    do items.push(this.#item());
    while (this.#take(","));
    this.#expect("}");
    return items;
  }

  expectEnd(): void {
    if (this.#position < this.#text.length) throw this.#error();
  }

  #item(): unknown {
    if (this.#text[this.#position] === "{") return this.array();
    if (this.#take('"')) return this.#readElement(this.#quoted());
    const plain = /[^,{}"]+/y;
    plain.lastIndex = this.#position;
    const match = plain.exec(this.#text)?.[0];
    if (match === undefined) throw this.#error();
    this.#position += match.length;
    return match === "NULL" ? null : this.#readElement(match.replace(/\\(.)/gs, "$1"));
  }

  #quoted(): string {
    const rest = /((?:[^"\\]|\\.)*)"/sy;
    rest.lastIndex = this.#position;
    const match = rest.exec(this.#text);
    if (match === null) throw this.#error();
    this.#position += match[0].length;
    return (match[1] ?? "").replace(/\\(.)/gs, "$1");
  }

  #take(char: string): boolean {
    const isThere = this.#text[this.#position] === char;
    if (isThere) this.#position++;
    return isThere;
  }

  #expect(char: string): void {
    if (!this.#take(char)) throw this.#error();
  }

  #error(): Error {
    return new Error(`expected an array as PostgreSQL prints one, got ${JSON.stringify(this.#text.slice(0, 80))} with something else at ${this.#position}`);
  }
}
