// @ts-check

/**
 * A native document of `count` nodes that send one request and assert on it, each behind the one before it in its group
 * of ten.
 * @param {number} count
 */
export function httpDocument(count) {
  return {
    dagrade: 1,
    nodes: Array.from({ length: count }, (_, index) => ({
      id: `NODE_${index}`,
      description: `Request ${index} is answered`,
      prereqs: index % 10 === 0 ? [] : [`NODE_${index - 1}`],
      primitive_chain: [
        { type: "http_request", inputs: { path: "/items" } },
        { type: "status_code_assert", inputs: { acceptable_statuses: [200] } },
        { type: "json_value_assert", inputs: { assertions: [{ path: "$.ok", expected: true }] } },
      ],
      scoring: { method: "binary", maxScore: 1, category: "API" },
    })),
  };
}
