// @ts-check
import { createApp } from "./app.js";
import { openDatabase } from "./database.js";

const { DATABASE_URL, PORT = "8080", ATTACHMENT_LIMIT = "1048576", SMTP_URL } = process.env;
if (!DATABASE_URL) throw new Error("Set DATABASE_URL, for example postgres://helpdesk:secret@localhost:5432/helpdesk");

const database = openDatabase({ connectionString: DATABASE_URL });
const app = await createApp(database, { attachmentLimit: Number(ATTACHMENT_LIMIT), smtpUrl: SMTP_URL });
await app.prepare();
console.log(`Helpdesk listens on ${await app.listen(Number(PORT), "0.0.0.0")}`);

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, async () => {
    await app.close();
    await database.close();
  });
}
