import { evaluateDag, loadDag } from "dagrade";
import { httpDocument } from "./documents.js";
import { startBenchServer } from "./server.js";
const server = await startBenchServer(200);
const doc=httpDocument(3000);
const one = await loadDag({...doc, nodes: doc.nodes.map(n=>({...n, primitive_chain:n.primitive_chain.slice(0,1)}))});
for (let i=0;i<6;i++) { const c=process.cpuUsage(), t=performance.now(); await evaluateDag(one,{ target: { baseUrl: server.baseUrl } }); const e=process.cpuUsage(c); console.log('user',(e.user/1000).toFixed(),'sys',(e.system/1000).toFixed(),'wall',(performance.now()-t).toFixed()); }
server.stop();
