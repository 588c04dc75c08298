/** The style sheet of the HTML report; light and dark, and readable when printed. */
export const STYLE = `
:root { color-scheme: light dark; --line: #8884; --bar: #2a78d6; --PASSED: #15803d; --FAILED: #c42b2b; --ERROR: #b45309; --OTHER: #777; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.3rem; margin-top: 2.5rem; } h3 { font-size: 1.05rem; margin-top: 2rem; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .25rem .6rem; border-bottom: 1px solid var(--line); }
td.figure, th.figure { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
td.bar { width: 30%; } progress { width: 100%; height: .7rem; accent-color: var(--bar); }
code, pre { font: 13px/1.45 ui-monospace, monospace; overflow-wrap: anywhere; white-space: pre-wrap; }
pre { background: #8881; padding: .6rem; margin: .3rem 0; max-height: 30rem; overflow: auto; }
details.node { border-left: .25rem solid var(--OTHER); margin: .3rem 0; padding: .1rem .6rem; }
details.PASSED { border-color: var(--PASSED); } details.FAILED { border-color: var(--FAILED); } details.ERROR { border-color: var(--ERROR); }
summary { cursor: pointer; overflow-wrap: anywhere; } summary .figure { float: right; font-variant-numeric: tabular-nums; }
.why { margin: 0 0 .3rem 1rem; color: GrayText; overflow-wrap: anywhere; }
`;
