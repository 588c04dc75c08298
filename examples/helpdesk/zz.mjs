import { evaluateDag, renderReport, localExec } from "dagrade";
import { startHelpdesk } from "./helpdesk.js";
const h = await startHelpdesk({ fault: process.argv[2] });
const t=Date.now();
try { const ev = await evaluateDag(new URL("./dag.json", import.meta.url), { target: { baseUrl: h.baseUrl, workspace: h.workspace, database: { kind: "postgres", ...h.database }, users: h.users, auth: h.auth, exec: localExec({ cwd: h.workspace }) } });
console.log(renderReport(ev, "text")); console.log(Date.now()-t,'ms', JSON.stringify(ev.score)); } catch (e) { console.log(e); console.log(e.diagnostics?.filter(d=>d.severity==='error')) } finally { await h.stop(); }
