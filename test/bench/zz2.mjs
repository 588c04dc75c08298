import { evaluateDag, loadDag } from "dagrade";
import { httpDocument } from "./documents.js";
import { startBenchServer } from "./server.js";
const server = await startBenchServer(200);
const document = await loadDag(httpDocument(3000));
for (let i=0;i<6;i++){ let t=performance.now(); const c=process.cpuUsage();
const { counts } = await evaluateDag(document, { target: { baseUrl: server.baseUrl } });
console.log('run', performance.now()-t, process.cpuUsage(c).user/1000, counts.PASSED);}
server.stop();
