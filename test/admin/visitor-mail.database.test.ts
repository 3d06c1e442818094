import { randomUUID } from "node:crypto";
import { ServiceError } from "@servicechat/contract";
import { expect, test } from "vitest";
import { linkIn, mailFrom, startMailing, visitorAddress, visitorPage } from "../support/absent-visitor.ts";
import { isHolder, readHistory } from "../support/handoff.ts";
import { listenIdle } from "../support/listen-idle.ts";

const minute = 60_000;
const day = 86_400_000;

test("what a person wrote while the visitor was away is sent by mail, once, with a link back to the chat", async () => {
  await using mailing = await startMailing(1);
  const { server, time, console } = mailing;
  const { id } = await mailing.leaveAddress();
  await mailing.say(id, "It left our house today.");
  time.now += minute;
  await mailing.say(id, "Track it as 4711.");
  time.now += minute;
  await expect.poll(() => server.mails.length).toBe(1);
  const [mail] = server.mails;
  expect(mail).toMatchObject({
    from: mailFrom,
    to: [visitorAddress],
    subject: "Acme Support: you have a reply",
  });
  const text = mail?.text.replaceAll("\r\n", "\n") ?? "";
  expect(text).toMatch(/wrote:\n\nIt left our house today\.\n\n[^\n]+ wrote:\n\nTrack it as 4711\./);
  expect(text).toContain(`\n${visitorPage}#servicechat=`);
  expect(text).not.toContain("Where is my order?");

  const opened = await mailing.open(linkIn({ text }));
  expect(opened.status).toBe(204);
  const other = opened.headers.get("x-session-token") ?? "";
  const { messages } = await readHistory(console, other);
  expect(messages.map(({ content }) => content)).toContain("Track it as 4711.");

  await mailing.say(id, "Anything else?");
  time.now += 5 * minute;
  await expect.poll(() => server.mails.length).toBe(2);
  expect(server.mails[1]?.text).toContain("Anything else?");
  expect(server.mails[1]?.text).not.toContain("4711");
});

test("a link works once and for seven days, and every other one is refused with the same words", async () => {
  await using mailing = await startMailing(1);
  const { server, time } = mailing;
  const { id, token } = await mailing.leaveAddress();
  const nextLink = async (text: string) => {
    const before = server.mails.length;
    await mailing.say(id, text);
    time.now += 3 * minute;
    await expect.poll(() => server.mails.length).toBe(before + 1);
    return linkIn(server.mails.at(-1) ?? { text: "" });
  };
  const used = await nextLink("One");
  const both = await Promise.all([mailing.open(used), mailing.open(used)]);
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([204, 404]));
  const moved = both.find(({ status }) => status === 204)?.headers.get("x-session-token") ?? "";
  const old = await nextLink("Two");
  time.now += 7 * day + 1;
  const refusals = [];
  for (const link of [used, old, "A".repeat(43)]) {
    const refused = await mailing.open(link);
    const { requestId: _, ...problem } = (await refused.json()) as Record<string, unknown>;
    expect(refused.headers.get("x-session-token")).toBeNull();
    refusals.push(problem);
  }
  expect(refusals[0]).toMatchObject({ status: 404, code: "link_rejected" });
  expect(refusals).toEqual([refusals[0], refusals[0], refusals[0]]);
  // The person who follows the link may not be the one who left the address, so only one of them has the chat.
  expect((await readHistory(mailing.console, moved)).messages.at(-1)?.content).toBe("Two");
  const before = await mailing.console.fetch("/chat-bot/history", {
    headers: { "X-Session-Token": token ?? "" },
  });
  expect(before.status).toBe(404);
  expect((await mailing.open("short")).status).toBe(400);
});

test("opening a link again with the same key gets the same response, until another link is used", async () => {
  await using mailing = await startMailing(2);
  const { server, time, console } = mailing;
  const { id } = await mailing.leaveAddress();
  const nextLink = async (text: string) => {
    const before = server.mails.length;
    await mailing.say(id, text);
    time.now += 3 * minute;
    await expect.poll(() => server.mails.length).toBe(before + 1);
    return linkIn(server.mails.at(-1) ?? { text: "" });
  };
  const link = await nextLink("One");
  const key = { "Idempotency-Key": randomUUID() };
  const answers = await Promise.all([1, 2, 3].map(() => mailing.open(link, key)));
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
  const [token = "", ...others] = answers.map(({ headers }) => headers.get("x-session-token") ?? "");
  expect(token).toMatch(/^st_[\w-]{43}$/);
  expect(others).toEqual([token, token]);
  const replayed = answers.filter(({ headers }) => headers.get("idempotency-replayed") === "true");
  expect(replayed).toHaveLength(2);
  expect((await readHistory(console, token)).messages.at(-1)?.content).toBe("One");
  const another = { "Idempotency-Key": randomUUID() };
  for (const headers of [another, {}]) expect((await mailing.open(link, headers)).status).toBe(404);
  expect((await mailing.open(link, { "Idempotency-Key": "1".repeat(40) })).status).toBe(400);
  expect((await mailing.open(await nextLink("Two"), another)).status).toBe(204);
  expect((await mailing.open(link, key)).status).toBe(404);
});

test("an opening ends the older streams although its node dies before it can tell others, and a repeated one ends no other", async () => {
  await using mailing = await startMailing(1);
  const { server, time, console } = mailing;
  const { id, token } = await mailing.leaveAddress();
  await mailing.say(id, "One");
  time.now += 3 * minute;
  await expect.poll(() => server.mails.length).toBe(1);
  const link = linkIn(server.mails[0] ?? { text: "" });
  const key = { "Idempotency-Key": randomUUID() };
  await using before = await listenIdle(console, token);
  await before.until(isHolder("person"));
  // The node dies as soon as the link is used up.
  const { visitorMail } = console.storage;
  const redeemLink = visitorMail.redeemLink.bind(visitorMail);
  visitorMail.redeemLink = async (query) => {
    await redeemLink(query);
    throw new ServiceError("storage_unavailable");
  };
  expect((await mailing.open(link, key)).status).toBe(503);
  await before.ended;
  expect(before.events.at(-1)).toMatchObject({ event: "error", data: { code: "session_erased" } });
  visitorMail.redeemLink = redeemLink;
  const opened = await mailing.open(link, key);
  expect(opened.status).toBe(204);

  await using after = await listenIdle(console, opened.headers.get("x-session-token") ?? "");
  await after.until(isHolder("person"));
  expect((await mailing.open(link, key)).status).toBe(204);
  await mailing.say(id, "Two");
  await after.until(({ event }) => event === "person_message");
  expect(after.events.map(({ event }) => event)).not.toContain("error");
});

test("a visitor who has read it gets no mail, and neither does one who returns before it is sent", async () => {
  await using mailing = await startMailing(1);
  const { server, time, console } = mailing;
  const { id, token } = await mailing.leaveAddress();
  await mailing.say(id, "Read");
  time.now += minute;
  await readHistory(console, token ?? "");
  time.now += 10 * minute;
  server.refusal = "Later";
  await mailing.say(id, "Tried");
  time.now += 3 * minute;
  await expect.poll(() => server.begun).toBe(1);
  await readHistory(console, token ?? "");
  server.refusal = undefined;
  time.now += minute;
  await mailing.say(id, "Sent");
  time.now += 10 * minute;
  await expect.poll(() => server.mails.length).toBe(1);
  expect(server.mails[0]?.text).toContain("Sent");
  for (const word of ["Read", "Tried"]) expect(server.mails[0]?.text).not.toContain(word);
});

test("a hidden page does not count as present: what arrives while it is hidden is mailed", async () => {
  await using mailing = await startMailing(1);
  const { server, time, console } = mailing;
  const { id, token } = await mailing.leaveAddress();
  await mailing.say(id, "Before");
  time.now += minute;
  const read = (query: string) =>
    console.fetch(`/chat-bot/history${query}`, { headers: { "X-Session-Token": token ?? "" } });
  expect((await read("?seen=false")).status).toBe(200);
  expect((await read("?seen=no")).status).toBe(400);
  const hidden = await listenIdle(
    { fetch: (path, init) => console.fetch(`${path}&seen=false`, init) },
    token ?? "",
  );
  await hidden.until(isHolder("person"));
  time.now += 3 * minute;
  await expect.poll(() => server.mails.length).toBe(1);
  expect(server.mails[0]?.text).toContain("Before");
  await mailing.say(id, "Meanwhile");
  await hidden.until(({ event }) => event === "person_message");
  time.now += minute;
  await hidden[Symbol.asyncDispose]();
  time.now += 3 * minute;
  await expect.poll(() => server.mails.length).toBe(2);
  expect(server.mails[1]?.text).toContain("Meanwhile");
  const refused = await console.fetch("/chat-bot/stream?wait=idle&seen=no", {
    headers: { "X-Session-Token": token ?? "" },
  });
  expect(refused.status).toBe(400);
});

test("an erased chat's address, mails and links are erased too", async () => {
  await using mailing = await startMailing(1);
  const { server, time, console } = mailing;
  const { id, token } = await mailing.leaveAddress();
  await mailing.say(id, "One");
  time.now += 3 * minute;
  await expect.poll(() => server.mails.length).toBe(1);
  server.refusal = "Later";
  await mailing.say(id, "Two");
  time.now += 3 * minute;
  await expect.poll(() => server.begun).toBe(2);
  await console.fetch("/chat-bot/session", {
    method: "DELETE",
    headers: { "X-Session-Token": token ?? "" },
  });
  server.refusal = undefined;
  time.now += 3 * 60 * minute;
  expect((await mailing.open(linkIn(server.mails[0] ?? { text: "" }))).status).toBe(404);
  // Mails are sent in order: another chat's mail would arrive after that of the erased one.
  const next = await mailing.leaveAddress({ email: "next@home.example" });
  await mailing.say(next.id, "Three");
  time.now += 3 * minute;
  await expect.poll(() => server.mails.length).toBe(2);
  expect(server.mails[1]).toMatchObject({ to: ["next@home.example"] });
});

test("an address receives ten mails in a day, and the rest later", async () => {
  await using mailing = await startMailing(1);
  const { server, time } = mailing;
  const { id } = await mailing.leaveAddress();
  for (let sent = 1; sent <= 10; sent++) {
    await mailing.say(id, `Number ${sent}.`);
    time.now += 3 * minute;
    await expect.poll(() => server.mails.length).toBe(sent);
  }
  await mailing.say(id, "Number 11.");
  const other = await mailing.leaveAddress({ email: visitorAddress.toUpperCase() });
  await mailing.say(other.id, "Elsewhere.");
  time.now += 3 * minute;
  const third = await mailing.leaveAddress({ email: "third@home.example" });
  await mailing.say(third.id, "Third.");
  time.now += 3 * minute;
  await expect.poll(() => server.mails.length).toBe(11);
  expect(server.mails[10]).toMatchObject({ to: ["third@home.example"] });
  time.now += day;
  await expect.poll(() => server.mails.length).toBe(13);
  const late = server.mails.slice(11).map(({ text }) => text);
  expect(late.join()).toContain("Number 11.");
  expect(late.join()).toContain("Elsewhere.");
});

test("hostile words affect nothing but the text of the mail, which is plain", async () => {
  await using mailing = await startMailing(1, { agent: { name: "Acme\u202e <b>" } });
  const { server, time } = mailing;
  const { id } = await mailing.leaveAddress({ lang: "de", page: "https://evil.example/" });
  const text = "Bcc: all@shop.example\r\n.\r\n<img src=x>\u202e\u200b\u{e0041}https://x.example\u2028Ende 👨‍👩‍👧";
  await mailing.say(id, text);
  time.now += 3 * minute;
  await expect.poll(() => server.mails.length).toBe(1);
  const [mail] = server.mails;
  expect(mail?.to).toEqual([visitorAddress]);
  expect(mail?.source).toMatch(/^Content-Type: text\/plain; charset=utf-8/m);
  expect(mail?.source).toMatch(/^Auto-Submitted: auto-generated/m);
  expect(mail?.subject).toBe("Acme <b>: Sie haben eine Antwort");
  const [head = ""] = mail?.source.split("\r\n\r\n") ?? [];
  for (const word of ["Bcc", "img", "x.example"]) expect(head).not.toContain(word);
  const said = mail?.text.replaceAll("\r\n", "\n") ?? "";
  expect(said).toContain("Bcc: all@shop.example\n.\n<img src=x>https://x.example\nEnde 👨‍👩‍👧");
  // A page of another site is not used.
  expect(said).toContain("\nhttps://shop.example/#servicechat=");
});
