// @ts-check

/** @import { Database } from "./database.js" */
/** @import { Passwords } from "./domain/passwords.js" */

/** The people of the demonstration; the passwords are no secrets. */
export const demoUsers = {
  admin: { email: "ada@helpdesk.example", name: "Ada Okafor", role: "admin", password: "lighthouse-keeper-41" },
  agent: { email: "ben@helpdesk.example", name: "Ben Larsen", role: "agent", password: "paper-boat-harbour-17" },
  customer: { email: "carla@bakery.example", name: "Carla Ruiz", role: "customer", password: "rye-and-sourdough-86" },
  other_customer: { email: "deniz@cycles.example", name: "Deniz Aydin", role: "customer", password: "spokes-and-saddles-52" },
};

/** A program that lets customers sign in with their account of the helpdesk. */
export const demoClient = { id: "shop-status", name: "Shop status page", redirect_uri: "https://status.shop.example/signed-in" };

/** @type {[customer: "customer" | "other_customer", status: string, priority: string, subject: string, body: string][]} */
const demoTickets = [
  ["customer", "closed", "normal", "Printer in the shop prints only half of the receipt", "It stops after the third line."],
  ["customer", "closed", "low", "Where do I change our opening hours?", "We close at six from May on."],
  ["other_customer", "closed", "high", "Cannot sign in since the update", "It says that the password is wrong. It is not."],
  ["customer", "solved", "normal", "Invoice shows last year's address", "We moved to Mill Lane in January."],
  ["other_customer", "solved", "urgent", "Checkout answers with an error", "Since nine o'clock nobody can pay by card."],
  ["other_customer", "solved", "normal", "Label printer is not found", "The driver is installed, the cable is new."],
  ["customer", "solved", "low", "Wish: dark colours for the till", "The screen is too bright in the morning."],
  ["customer", "pending", "high", "Orders arrive twice", "Each order of the web shop is there two times."],
  ["other_customer", "pending", "normal", "Export lacks the column for VAT", "Our accountant asks for it every month."],
  ["customer", "pending", "normal", "Discount of 100% shown at checkout", "The basket should show 10% and shows 100%."],
  ["customer", "pending", "low", "Logo looks blurred on the receipt", "I sent it as a vector file."],
  ["other_customer", "pending", "high", "Stock goes below zero", "Three bicycles sold, two were there."],
  ["customer", "open", "urgent", "Till does not start", "It shows a blue picture and nothing else."],
  ["customer", "open", "normal", "Printer in the office is offline every morning", "Switching it off and on helps until the next day."],
  ["other_customer", "open", "high", "Card reader loses the connection", "About ten times a day, always in the back room."],
  ["other_customer", "open", "normal", "How do I merge two customers?", "Mr Brook is in our list twice."],
  ["customer", "open", "low", "Typo in the confirmation mail", "It says recieve instead of receive."],
  ["customer", "open", "high", "Gift vouchers cannot be redeemed", "The code is said to be unknown."],
  ["other_customer", "open", "low", "Please add a repair calendar", "We plan repairs on paper today."],
  ["customer", "open", "normal", "Report of the week is empty", "The one of last week as well."],
  ["other_customer", "open", "urgent", "Backup has failed for three days", "The mail says: no space left."],
  ["customer", "open", "normal", "Bread weights need three digits", "We sell rolls of 0.065 kg."],
  ["customer", "open", "high", "Staff discount is given to everybody", "It started on Monday."],
];

/**
 * Fills an empty database with people, tickets and a program that may ask who somebody is.
 * @param {Database} database
 * @param {Passwords} passwords
 */
export async function seed(database, passwords) {
  if (await database.first("SELECT 1 FROM users LIMIT 1")) return;
  await database.transaction(async (sql) => {
    for (const { email, name, role, password } of Object.values(demoUsers)) {
      const hash = await passwords.hash(password);
      await sql.rows("INSERT INTO users (email, name, role, password_hash) VALUES ($1, $2, $3, $4)", [email, name, role, hash]);
    }
    await sql.rows("INSERT INTO oauth_clients (id, name, redirect_uri) VALUES ($1, $2, $3)", [demoClient.id, demoClient.name, demoClient.redirect_uri]);
    for (const [customer, status, priority, subject, body] of demoTickets) {
      const values = [demoUsers[customer].email, status, priority, subject, body];
      await sql.rows(
        "INSERT INTO tickets (requester_id, status, priority, subject, body) SELECT id, $2, $3, $4, $5 FROM users WHERE email = $1",
        values,
      );
    }
  });
}
