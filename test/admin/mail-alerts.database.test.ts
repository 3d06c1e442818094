import { expect, test } from "vitest";
import { asksForPerson, startHandoff } from "../support/handoff.ts";
import { startMailServer } from "../support/mail-server.ts";
import { openEvents } from "../support/open-events.ts";
import type { TestConsole } from "../support/start-console.ts";
import { ask } from "../support/visitor.ts";

const mine = "/console/api/me/notifications";
const from = "chat@shop.example";

/** A service with a mail server and a clock that the test sets. */
async function start(handoff: object = { waitMinutes: 60 }) {
  await using stack = new AsyncDisposableStack();
  const server = stack.use(await startMailServer());
  const time = { wallMs: Date.now() };
  const clock = { wallMs: () => time.wallMs, monotonicMs: () => performance.now() };
  const console = stack.use(
    await startHandoff(1, { clock, mail: { url: server.url, from }, agent: { handoff } }),
  );
  const kept = stack.move();
  return { server, console, time, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

/** Somebody who wants mail. */
async function wantsMail(
  console: TestConsole,
  address: string,
  agents: readonly string[] | null = null,
  role: "responder" | "viewer" = "responder",
): Promise<string> {
  const { cookie } = await console.signIn(role, agents);
  const body = { enabled: true, address };
  expect((await console.ask("PUT", `${mine}/mail`, { cookie, body })).status).toBe(204);
  return cookie;
}

/** A visitor who asks for a person, with words that no mail may contain. */
async function waits(console: TestConsole): Promise<string> {
  const { token } = await ask(console, "Hello");
  await asksForPerson(console, token, { reason: "Bcc: all@shop.example\r\nwin a prize" });
  return token;
}

test("one mail tells each person who may take the chats that visitors are waiting, without any of their words", async () => {
  await using started = await start();
  const { server, console, time } = started;
  await wantsMail(console, "ann@shop.example");
  await wantsMail(console, "cy@shop.example", ["another"]);
  await wantsMail(console, "vi@shop.example", null, "viewer");
  for (let chat = 0; chat < 25; chat++) await waits(console);
  time.wallMs += 59_000;
  await wantsMail(console, "ben@shop.example");
  expect(server.begun).toBe(0);
  time.wallMs += 1_500;
  await expect.poll(() => server.mails.length).toBe(2);
  expect(server.mails.flatMap(({ to }) => to).toSorted()).toEqual(["ann@shop.example", "ben@shop.example"]);
  const [mail] = server.mails;
  expect(mail?.subject).toBe("25 visitors are waiting for a person");
  expect(mail?.text.match(/console\/chats\/ses_/g)).toHaveLength(20);
  expect(mail?.text).toContain("And 5 more:");
  expect(mail?.source).not.toMatch(/prize|all@shop/);
});

test("a chat causes one mail, however long it waits, and others follow no sooner than a minute later", async () => {
  await using started = await start();
  const { server, console, time } = started;
  await wantsMail(console, "ann@shop.example");
  await waits(console);
  time.wallMs += 60_000;
  await expect.poll(() => server.mails.length).toBe(1);
  await waits(console);
  await waits(console);
  time.wallMs += 60_000;
  await expect.poll(() => server.mails.length).toBe(2);
  expect(server.mails[1]?.subject).toBe("2 visitors are waiting for a person");
});

test("a visitor who waits again causes another mail, up to three an hour; so do others for the same person", async () => {
  await using started = await start();
  const { server, console, time } = started;
  await wantsMail(console, "ann@shop.example");
  const token = await waits(console);
  for (const mails of [1, 2, 3]) {
    time.wallMs += 61_000;
    await expect.poll(() => server.mails.length).toBe(mails);
    const headers = { "X-Session-Token": token };
    await console.fetch("/chat-bot/handoff", { method: "DELETE", headers });
    await asksForPerson(console, token);
  }
  await waits(console);
  time.wallMs += 61_000;
  await expect.poll(() => server.mails.length).toBe(4);
  expect(server.mails[3]?.subject).toBe("A visitor is waiting for a person");
});

test("mails that a mail server rejected do not count towards the hourly limit", async () => {
  await using started = await start();
  const { server, console, time } = started;
  await wantsMail(console, "ann@shop.example");
  await waits(console);
  server.refusal = "Not now";
  for (let round = 1; round <= 14; round++) {
    time.wallMs += 60_000;
    await expect.poll(() => server.begun).toBe(round);
  }
  server.refusal = undefined;
  time.wallMs += 60_000;
  await expect.poll(() => server.mails.length).toBe(1);
});

test("nobody gets mail while somebody who may take the chat has the console open", async () => {
  await using started = await start();
  const { server, console, time } = started;
  const cookie = await wantsMail(console, "ann@shop.example");
  {
    await using events = await openEvents(console.port, { cookie });
    await events.until((text) => text.includes(": connected"));
    const isPresent = async () => (await console.storage.alerts.people()).some(({ presentAt }) => presentAt);
    await expect.poll(isPresent).toBe(true);
  }
  const here = await console.signIn("responder");
  const elsewhere = await console.signIn("responder", ["another"]);
  const present = (id: string) => console.storage.alerts.present(id, time.wallMs);
  await waits(console);
  for (const laterMs of [50_000, 50_000]) {
    await present(here.me.id);
    time.wallMs += laterMs;
  }
  await present(here.me.id);
  await waits(console);
  time.wallMs += 50_000;
  // A colleague who may not take the chats still has the console open.
  await present(elsewhere.me.id);
  time.wallMs += 15_000;
  await expect.poll(() => server.mails.length).toBe(1);
  expect(server.mails[0]?.subject).toBe("2 visitors are waiting for a person");
});

test("the next mail says that nobody came, and is sent again if the mail server rejected it", async () => {
  await using started = await start({ waitMinutes: 1.5 });
  const { server, console, time } = started;
  server.refusal = "The box of ann@shop.example is full";
  await wantsMail(console, "ann@shop.example");
  await waits(console);
  time.wallMs += 61_000;
  await expect.poll(() => server.begun).toBe(1);
  expect(server.mails).toEqual([]);
  server.refusal = undefined;
  time.wallMs += 60_000;
  await expect.poll(() => server.mails.length).toBe(1);
  expect(["A visitor has waited and nobody came", "A visitor is waiting for a person"]).toContain(
    server.mails[0]?.subject,
  );
  expect(JSON.stringify(console.logged)).not.toContain("ann@shop.example");
});

test("people can test their address, and owners the mail server; both see its response", async () => {
  await using started = await start();
  const { server, console } = started;
  const { cookie } = await console.signIn("responder");
  const tested = () => console.ask("POST", `${mine}/mail/test`, { cookie, body: {} });
  expect((await tested()).body).toEqual({ error: "no email address is set" });
  await console.ask("PUT", `${mine}/mail`, { cookie, body: { enabled: false, address: "ann@shop.example" } });
  expect((await console.ask("GET", mine, { cookie })).body).toMatchObject({
    mail: { available: true, enabled: false, address: "ann@shop.example" },
  });
  expect((await tested()).body).toMatchObject({ status: 250 });
  expect(server.mails.map(({ to }) => to)).toEqual([["ann@shop.example"]]);
  const { cookie: owner } = await console.signIn();
  server.refusal = "Not now, ann@shop.example";
  const to = { cookie: owner, body: { to: "boss@shop.example" } };
  expect((await console.ask("POST", "/console/api/mail/test", to)).body).toEqual({
    error: expect.stringContaining("Not now"),
  });
  const state = await console.ask("GET", "/console/api/mail", { cookie: owner });
  expect(state.body).toEqual({
    server: new URL(server.url).host,
    security: "starttls",
    from,
    lastSentAt: expect.any(String),
    lastFailed: { at: expect.any(String), reason: "452" },
  });
  expect(state.text).not.toMatch(/p%40ss|p@ss|Not now/);
});

test("nobody mails strangers: three addresses and six tests an hour, and leaving the address as it is costs nothing", async () => {
  await using started = await start();
  const { server, console } = started;
  const { cookie } = await console.signIn("viewer");
  const set = (address: string) =>
    console.ask("PUT", `${mine}/mail`, { cookie, body: { enabled: true, address } });
  for (const name of ["ann", "ann", "ann", "ben", "eve"])
    expect((await set(`${name}@shop.example`)).status).toBe(204);
  expect(await set("more@shop.example")).toMatchObject({ status: 429, body: { code: "rate_limited" } });
  expect((await set("eve@shop.example")).status).toBe(204);
  const tested = () => console.ask("POST", `${mine}/mail/test`, { cookie, body: {} });
  for (let tests = 0; tests < 6; tests++) expect((await tested()).status).toBe(200);
  expect(await tested()).toMatchObject({ status: 429, body: { code: "rate_limited" } });
  expect(server.mails).toHaveLength(6);
});

test.each([
  { enabled: true, address: null },
  { enabled: true, address: "a@shop.example, b@shop.example" },
  { enabled: true, address: "a@shop.example\r\nBcc: b@shop.example" },
  { enabled: true, address: "Ann <a@shop.example>" },
  { enabled: true, address: "a@localhost" },
])("%j is refused with the name of the field", async (body) => {
  await using started = await start();
  const { cookie } = await started.console.signIn("responder");
  const refused = await started.console.ask("PUT", `${mine}/mail`, { cookie, body });
  expect(refused.status).toBe(400);
  expect(refused.body.detail).toContain("address");
});

test("that a visitor left an address is mailed once for each time that they wait for an answer", async () => {
  await using started = await start({ hours: { zone: "UTC" } });
  const { server, console, time } = started;
  const cookie = await wantsMail(console, "ann@shop.example");
  const { token } = await ask(console, "Hello");
  await asksForPerson(console, token, { email: "ada@home.example", reason: "win a prize" });
  await expect.poll(() => addressesOf(console)).toBe(1);
  time.wallMs += 61_000;
  await expect.poll(() => server.mails.length).toBe(1);
  const [mail] = server.mails;
  expect(mail?.subject).toBe("A visitor has left an address and is waiting for an answer");
  expect(mail?.text).toMatch(/acme-support, waiting for an answer by email since /);
  expect(mail?.source).not.toMatch(/ada@home|prize/);

  // However long nobody answers, the next mail is about somebody else, or about what they wrote since it was done.
  time.wallMs += 2 * 3_600_000;
  const { token: other } = await ask(console, "Hello");
  await asksForPerson(console, other, { email: "bob@home.example" });
  await expect.poll(() => addressesOf(console)).toBe(2);
  time.wallMs += 61_000;
  await expect.poll(() => server.mails.length).toBe(2);
  expect(server.mails[1]?.subject).toBe("A visitor has left an address and is waiting for an answer");
  const { body } = await console.ask("GET", "/console/api/chats?address=unanswered", { cookie });
  const [{ id: newest }] = body.items;
  expect(server.mails[1]?.text).toContain(newest);
  await console.ask("POST", `/console/api/chats/${newest}/done`, { cookie, body: {} });
  time.wallMs += 1_000;
  await ask(console, "Are you there?", { token: other });
  await expect.poll(() => addressesOf(console)).toBe(2);
  time.wallMs += 61_000;
  await expect.poll(() => server.mails.length).toBe(3);
  expect(server.mails[2]?.text).toContain(newest);
});

/** Visitors who left an address and wait for an answer, as alerts know it. */
const addressesOf = async ({ storage }: TestConsole) => {
  const chats = await storage.alerts.waiting({ missedSince: 1e15, addressSince: 0, now: Date.now() });
  return chats.filter(({ state }) => state === "address").length;
};
