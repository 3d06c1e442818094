import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { uploadTypes } from "@servicechat/contract/agent-file";
import { ReadersBusy, type ReadText } from "@servicechat/knowledge";
import { openSqlite } from "@servicechat/storage/sqlite";
import { jpeg, png } from "../../../test/support/sample-files.ts";
import { createUploadStore } from "../src/files/upload-store.ts";

const sessionId = "ses_1";

async function start(readDocument: ReadText = async () => undefined) {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "keeper-"));
  stack.defer(() => rm(folder, { recursive: true }));
  const storage = stack.use(await openSqlite({ file: join(folder, "a.db") }));
  await storage.agents.put({
    id: "guide",
    definition: { id: "guide" } as never,
    baseDirectory: "/",
    at: 1,
  });
  await storage.conversations.acceptTurn({
    session: { id: sessionId, agentId: "guide", tokenHash: "t" },
    messages: [],
    replyId: "rep_1",
    node: "self",
    at: 1,
  });
  const uploads = createUploadStore({
    files: storage.files,
    readDocument,
    counter: { count: () => ({ accepted: true, left: 9, resetMs: 0 }) },
    nowMs: () => 1000,
  });
  const kept = stack.move();
  return { storage, uploads, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

test("a tool's image is kept with its size and its description, where its chat can fetch it", async () => {
  await using fixture = await start();
  const bytes = jpeg(640, 480);
  const image = { id: "img_1", sessionId, bytes, alt: "A \u202Elamp\0" };
  expect(await fixture.uploads.keepImage(image)).toEqual({
    url: "/chat-bot/images/img_1",
    alt: "A lamp",
    mediaType: "image/jpeg",
    width: 640,
    height: 480,
  });
  const stored = await fixture.storage.files.read({ sessionId, id: "img_1" });
  expect(stored).toMatchObject({ kind: "image", mediaType: "image/jpeg", size: bytes.length, sentAt: 1000 });
});

test("a description is cut between characters", async () => {
  await using fixture = await start();
  const image = { id: "img_1", sessionId, bytes: png(), alt: `${"a".repeat(499)}😀` };
  const alt = (await fixture.uploads.keepImage(image))?.alt ?? "";
  expect(alt).toHaveLength(500);
  expect(alt.isWellFormed()).toBe(true);
});

test("anything that is not an image, is an SVG, too large, or no longer has a chat is not stored", async () => {
  await using fixture = await start();
  const tooLarge = Buffer.concat([png(), Buffer.alloc(5 * 1024 * 1024)]);
  for (const bytes of [Buffer.from("<svg/>"), Buffer.from(""), tooLarge, png({ width: 20_000 })])
    expect(await fixture.uploads.keepImage({ id: "img_2", sessionId, bytes, alt: "" })).toBeUndefined();
  const orphan = { id: "img_3", sessionId: "ses_gone", bytes: png(), alt: "" };
  expect(await fixture.uploads.keepImage(orphan)).toBeUndefined();
  expect(await fixture.storage.files.list(sessionId)).toEqual([]);
});

const uploads = { types: [...uploadTypes], maxBytes: 20_000_000 };
const note = {
  id: "file_1",
  name: "note.txt",
  keyId: "key",
  address: "of the visitor",
  session: { id: sessionId },
  uploads,
};

test.for<[string, string, string]>([
  ["short", "Hello", "Hello"],
  ["long", "é".repeat(40_000), `${"é".repeat(30_000)}\n(cut: the file says more)`],
  [
    "long, of characters outside of the first plane",
    "😀".repeat(500_000),
    `${"😀".repeat(15_000)}\n(cut: the file says more)`,
  ],
  [
    "long, and begins with what nobody sees",
    `Hello${"\u202e".repeat(500_000)}and more`,
    "Hello\n(cut: the file says more)",
  ],
])("of a text that is %s, as much is kept as a model is shown", async ([, text, kept]) => {
  await using fixture = await start();
  expect((await fixture.uploads.keepUpload({ ...note, bytes: Buffer.from(text) })).text).toBe(kept);
});

test("of a document's text, NUL is left out: not every database could keep it", async () => {
  await using fixture = await start(async () => "To\0tal: 12");
  expect((await fixture.uploads.keepUpload({ ...note, bytes: Buffer.from("%PDF-1.4") })).text).toBe(
    "Total: 12",
  );
});

test("a document whose turn to be read did not come is not kept unread: it can be sent again", async () => {
  const owners: string[] = [];
  await using fixture = await start(async ({ owner }) => {
    owners.push(owner);
    throw new ReadersBusy();
  });
  const keeping = fixture.uploads.keepUpload({ ...note, bytes: Buffer.from("%PDF-1.4") });
  await expect(keeping).rejects.toMatchObject({ code: "key_busy", retryAfter: 10 });
  expect(owners).toEqual(["key"]);
  expect(await fixture.storage.files.list(sessionId)).toEqual([]);
});
