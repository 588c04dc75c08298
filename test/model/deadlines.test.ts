import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { Deadlines, type Deadline } from "../../src/model/deadlines.js";

class After implements Deadline {
  readonly endsAt: number;
  readonly #then: () => void;

  constructor(ms: number, then: () => void = () => undefined) {
    this.endsAt = performance.now() + ms;
    this.#then = then;
  }

  onOver(): void {
    this.#then();
  }
}

describe("Deadlines", () => {
  it("calls each once, in its own time, whatever the order of adding", async () => {
    const deadlines = new Deadlines();
    const over: string[] = [];
    const started = performance.now();
    const at: number[] = [];
    for (const [ms, name] of [[60, "late"], [20, "early"], [40, "middle"]] as const) {
      deadlines.add(new After(ms, () => {
        over.push(name);
        at.push(performance.now() - started - ms);
      }));
    }
    await sleep(120);
    deadlines.close();
    expect(over).toEqual(["early", "middle", "late"]);
    expect(at.every((delay) => delay >= -1)).toBe(true);
  });

  it("leaves those alone that were dropped", async () => {
    const deadlines = new Deadlines();
    const over: string[] = [];
    const dropped = new After(10, () => over.push("dropped"));
    deadlines.add(dropped);
    deadlines.add(new After(30, () => over.push("kept")));
    deadlines.drop(dropped);
    await sleep(70);
    deadlines.close();
    expect(over).toEqual(["kept"]);
  });

  it("may be added to, and dropped from, while some are over", async () => {
    const deadlines = new Deadlines();
    const over: string[] = [];
    const other = new After(10, () => over.push("other"));
    deadlines.add(new After(10, () => {
      over.push("first");
      deadlines.drop(other);
      deadlines.add(new After(10, () => over.push("second")));
    }));
    deadlines.add(other);
    await sleep(80);
    deadlines.close();
    expect(over).toEqual(["first", "second"]);
  });

  it("calls nobody after close", async () => {
    const deadlines = new Deadlines();
    const over: string[] = [];
    deadlines.add(new After(10, () => over.push("over")));
    deadlines.close();
    await sleep(40);
    expect(over).toEqual([]);
  });
});
