import { getEventListeners } from "node:events";
import { expect, it } from "vitest";
import { offAbort, onAbort } from "../../src/model/on-abort.js";

it("tells every listener the reason, once", () => {
  const controller = new AbortController();
  const told: unknown[] = [];
  onAbort(controller.signal, (reason) => told.push(["one", reason]));
  onAbort(controller.signal, (reason) => told.push(["two", reason]));
  controller.abort("over");
  controller.abort("again");
  expect(told).toEqual([["one", "over"], ["two", "over"]]);
});

it("tells nobody who does not listen any more", () => {
  const controller = new AbortController();
  const told: string[] = [];
  const [one, two, three] = ["one", "two", "three"].map((name) => () => void told.push(name)) as [() => void, () => void, () => void];
  for (const listener of [one, two, three]) onAbort(controller.signal, listener);
  offAbort(controller.signal, two);
  offAbort(controller.signal, two);
  controller.abort();
  expect(told).toEqual(["one", "three"]);
});

it("tells those who are there when it happens, though one of them goes", () => {
  const controller = new AbortController();
  const told: string[] = [];
  const second = (): void => void told.push("two");
  onAbort(controller.signal, () => offAbort(controller.signal, second));
  onAbort(controller.signal, second);
  controller.abort();
  expect(told).toEqual(["two"]);
});

it("puts one listener on a signal, however many come and go", () => {
  const { signal } = new AbortController();
  for (let time = 0; time < 1_000; time++) {
    const listener = (): void => undefined;
    onAbort(signal, listener);
    if (time % 2 === 0) offAbort(signal, listener);
  }
  expect(getEventListeners(signal, "abort")).toHaveLength(1);
});
