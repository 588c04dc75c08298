import { evaluateDag, loadDag } from "dagrade";
import { Agent, request } from "undici";
import { httpDocument } from "./documents.js";
import { startBenchServer } from "./server.js";
const server = await startBenchServer(200);
const N=1500;
const document = httpDocument(N);
const agent = new Agent();
const dag = await loadDag(document);
for (let i=0;i<6;i++){
 let c=process.cpuUsage(), t=performance.now();
 for (let index = 0; index < N; index++) { const answer = await request(`${server.baseUrl}/items/${index}`, { dispatcher: agent }); JSON.parse(await answer.body.text()); }
 let d=process.cpuUsage(c), w=performance.now()-t;
 c=process.cpuUsage(); t=performance.now();
 await evaluateDag(document, { target: { baseUrl: server.baseUrl } });
 let e=process.cpuUsage(c), w2=performance.now()-t;
 c=process.cpuUsage(); t=performance.now();
 await evaluateDag(dag, { target: { baseUrl: server.baseUrl }, dryRun:true });
 let f=process.cpuUsage(c);
 console.log('bare cpu', (d.user/1000).toFixed(), (d.system/1000).toFixed(),'wall',w.toFixed(), '| eval cpu', (e.user/1000).toFixed(), (e.system/1000).toFixed(), 'wall', w2.toFixed(), '| dry', (f.user/1000).toFixed());
}
await agent.close(); server.stop();
