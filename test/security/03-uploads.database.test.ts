import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { openSqlite } from "@servicechat/storage/sqlite";
import { eraseChats } from "../support/list-chats.ts";
import { onOneAndTwoNodes } from "../support/on-one-and-two-nodes.ts";
import { startService, type TestService } from "../support/start-service.ts";
import { askWithFiles, sendFile, upload } from "../support/uploads.ts";
import { ask } from "../support/visitor.ts";

const kilobyte = 1024;
const uploads = { types: ["text/plain"] };
const trustedProxies = ["127.0.0.1"];
const text = (bytes: number) => "x".repeat(bytes);
const from = (address: string) => ({ "X-Forwarded-For": address });

/** Bytes of files in the database that no message has claimed yet, in the chats that uploads began. */
async function unsentBytes({ storage }: TestService, uploaded: readonly Response[]): Promise<number> {
  let bytes = 0;
  for (const { headers } of uploaded) {
    const tokenHash = createHash("sha256")
      .update(headers.get("X-Session-Token") ?? "")
      .digest("hex");
    const query = { tokenHash, agentId: "acme-support", idleSince: 0, createdSince: 0 };
    const session = await storage.conversations.findSession(query);
    for (const { sentAt, size } of session ? await storage.files.list(session.id) : [])
      if (sentAt === null) bytes += size;
  }
  return bytes;
}

onOneAndTwoNodes("files that no message has claimed", (nodes) => {
  test("cannot exceed the limits of their key and their address, all at once or one by one, and messages are still accepted", async () => {
    const options = { trustedProxies, uploadRoomBytes: 400 * kilobyte };
    await using service = await startService({ nodes, agent: { uploads }, rateLimit: 1000, options });
    const bytes = text(10 * kilobyte);
    const flood = (address: string, files: number) =>
      Promise.all(Array.from({ length: files }, () => sendFile(service, { bytes, headers: from(address) })));

    const first = await flood("203.0.113.1", 30);
    expect(first.filter(({ status }) => status === 201)).toHaveLength(10);
    const refused = first.find(({ status }) => status !== 201);
    expect(refused?.status).toBe(429);
    expect(await refused?.json()).toMatchObject({
      code: "key_busy",
      retryable: true,
      detail: expect.stringContaining("are waiting to be sent with a message") as string,
    });
    expect(refused?.headers.get("Retry-After")).toBe("600");
    // One address has not used up the key: others can upload files.
    const kept = await upload(service, { bytes: "a note", headers: from("203.0.113.2") });
    expect((await askWithFiles(service, { ...kept, ids: [kept.id], text: "this" })).text).not.toBe("");

    const uploaded = [...first];
    for (let address = 3; address < 10; address++)
      uploaded.push(...(await flood(`203.0.113.${address}`, 12)));
    const accepted = uploaded.filter(({ status }) => status === 201);
    expect(await unsentBytes(service, accepted)).toBe(400 * kilobyte);
    expect((await ask(service, "hello", { headers: from("203.0.113.1") })).response.status).toBe(200);
    // Besides those, the chats with a message: what is refused leaves nothing.
    expect(await eraseChats(service.storage)).toBe(accepted.length + 2);
  });

  test("a message that claims files makes space for others", async () => {
    const options = { uploadRoomBytes: 80 * kilobyte };
    await using service = await startService({ nodes, agent: { uploads }, options });
    const { id, token } = await upload(service, { bytes: text(20 * kilobyte) });
    expect((await sendFile(service, { bytes: "one more", token })).status).toBe(429);
    await askWithFiles(service, { token, ids: [id], text: "there" });
    expect((await sendFile(service, { bytes: "one more", token })).status).toBe(201);
  });

  test("an upload without a chat counts as a message of its address, unless it is refused", async () => {
    const agent = { uploads, limits: { addressMessagesPerHour: 2 } };
    await using service = await startService({ nodes, agent, options: { trustedProxies } });
    const headers = from("203.0.113.1");
    expect((await sendFile(service, { bytes: "%PDF-1.7", headers })).status).toBe(415);
    const { token } = await upload(service, { bytes: "one", headers });
    await upload(service, { bytes: "another in the same chat", token, headers });
    await upload(service, { bytes: "two", headers });
    const third = await sendFile(service, { bytes: "three", headers });
    expect(third.status).toBe(429);
    expect(await third.json()).toMatchObject({ code: "address_messages_used_up" });
    expect((await sendFile(service, { bytes: "of others", headers: from("203.0.113.2") })).status).toBe(201);
  });

  test("a chat without a message is deleted within an hour with its files, one with a message remains", async () => {
    await using service = await startService({ nodes, agent: { uploads } });
    const { token } = await upload(service, { bytes: "never sent" });
    const said = await ask(service, "hello");
    const now = Date.now() + 46 * 60_000;
    const { conversations } = service.storage;
    expect(await conversations.expire({ now: now - 120_000, idleSince: 0, createdSince: 0 })).toBe(0);
    expect(await conversations.expire({ now, idleSince: 0, createdSince: 0 })).toBe(1);
    const read = (session: string) =>
      service.fetch("/chat-bot/history", { headers: { "X-Session-Token": session } });
    expect([(await read(token)).status, (await read(said.token)).status]).toEqual([404, 200]);
  });
});

test("a disk that is nearly full accepts no files, but still messages", async () => {
  let free = 101 * 1024 * kilobyte;
  const openStorage = (file: string) => openSqlite({ file, freeBytes: async () => free });
  await using service = await startService({ agent: { uploads }, openStorage });
  await upload(service, { bytes: text(kilobyte) });
  free = 100 * 1024 * kilobyte;
  const refused = await sendFile(service, { bytes: text(kilobyte) });
  expect(refused.status).toBe(503);
  expect(await refused.json()).toMatchObject({
    code: "storage_unavailable",
    detail: "Files cannot be stored at the moment. You can still send messages.",
  });
  expect((await ask(service, "hello")).text).not.toBe("");
});
