import type { NodeResult } from "../model/evaluation.js";
import { points } from "./figures.js";
import { reasonOf } from "./node-reason.js";
import { STATUS_MARKS } from "./status-mark.js";
import { clip, TEXT_WIDTH, wrap } from "./text-layout.js";
import { visibleLine } from "./visible-text.js";

/** Every node once, in plan order; a blocked node stands below the first of its root causes. */
export function nodeTree(nodes: readonly NodeResult[]): string[] {
  const isBlocked = (node: NodeResult) => node.status === "SKIPPED_DEPENDENCY";
  const blocked = new Map(nodes.filter((node) => !isBlocked(node)).map((node) => [node.id, [] as NodeResult[]]));
  const top: NodeResult[] = [];
  for (const node of nodes) {
    const causes = isBlocked(node) ? (node.blockedBy ?? []) : [];
    const below = causes.map((cause) => blocked.get(cause)).find((siblings) => siblings !== undefined) ?? top;
    below.push(node);
  }
  return top.flatMap((node) => [
    ...nodeLines(node, ""),
    ...(blocked.get(node.id) ?? []).flatMap((child) => nodeLines(child, "  ")),
  ]);
}

function nodeLines(node: NodeResult, indent: string): string[] {
  const figures = `${points(node.score)}/${points(node.maxScore)}`;
  const title = `${indent}${STATUS_MARKS[node.status].sign} ${visibleLine(node.id)} `;
  const room = TEXT_WIDTH - figures.length - 1;
  const reason = reasonOf(node);
  return [
    `${clip(title, room).padEnd(room, "·")} ${figures}`,
    ...(reason === undefined ? [] : wrap(visibleLine(reason), `${indent}    `, 3)),
  ];
}
