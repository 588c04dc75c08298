import { evaluateDag } from "dagrade";
import { httpDocument } from "./documents.js";
import { startBenchServer } from "./server.js";
const server = await startBenchServer(200);
const ev=await evaluateDag(httpDocument(1), { target: { baseUrl: server.baseUrl } });
console.log(JSON.stringify(ev.nodes[0],null,1));
server.stop();
