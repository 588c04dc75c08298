import { evaluateDag } from "dagrade";
import { httpDocument } from "./documents.js";
import { startBenchServer } from "./server.js";
const server = await startBenchServer(200);
const document = httpDocument(6000);
let t=performance.now();
await evaluateDag(document, { target: { baseUrl: server.baseUrl }, dryRun: true });
console.log('dry', performance.now()-t);t=performance.now();
for (let i=0;i<3;i++){
const { counts } = await evaluateDag(document, { target: { baseUrl: server.baseUrl } });
console.log('run', performance.now()-t, counts.PASSED);t=performance.now();}
server.stop();
