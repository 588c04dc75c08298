export {openHttpTransport} from "./src/adapters/http-transport.ts"; export {createIdentities} from "./src/identity/identities.ts"; export {Secrets} from "./src/model/secrets.ts";
