export { runChain, type ChainOptions } from "./testing/run-chain.js";
