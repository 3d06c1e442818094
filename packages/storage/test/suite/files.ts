import { describe, expect, test } from "vitest";
import type { NewFile, StoredFile } from "../../src/index.ts";
import { firstTurn, newId, nextTurn, putAgent, startChat, type OpenStorage } from "./samples.ts";

const dayMs = 86_400_000;
const max = { files: 50, bytes: 50_000_000 };

export function sampleFile(values: Partial<StoredFile> = {}): StoredFile {
  const bytes = values.bytes ?? Uint8Array.from([0, 255, 10, 92, 120, 39, 200]);
  return {
    id: newId("file"),
    kind: "upload",
    name: "Rechnung „März“.pdf",
    mediaType: "application/pdf",
    size: bytes.length,
    width: null,
    height: null,
    alt: "",
    text: "Total: 12 €\n\\x",
    createdAt: 1000,
    sentAt: null,
    ...values,
    bytes,
  };
}

/** Files: bound to their session, sent once, forgotten with it. */
export function filePromises(driver: string, open: OpenStorage): void {
  describe(`${driver}: files`, () => {
    const toSession = (id: string, file = sampleFile(), limits = max): NewFile => ({
      file,
      session: { id },
      max: limits,
    });

    test("a file is read back byte for byte, with all that is known of it", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { sessionId } = await startChat(storage);
      const every = Uint8Array.from({ length: 70_000 }, (_, index) => index % 256);
      const file = sampleFile({ bytes: every });
      const image = sampleFile({
        kind: "image",
        mediaType: "image/png",
        width: 640,
        height: 480,
        alt: "A map",
        text: null,
        sentAt: 1000,
      });
      expect(await storage.files.add(toSession(sessionId, file))).toEqual({ kind: "added" });
      expect(await storage.files.add(toSession(sessionId, image))).toEqual({ kind: "added" });

      const read = await storage.files.read({ sessionId, id: file.id });
      expect(Buffer.from(read?.bytes ?? []).equals(every)).toBe(true);
      expect({ ...read, bytes: file.bytes }).toEqual(file);
      const found = await storage.files.find({ sessionId, ids: [image.id, file.id, "file_other"] });
      const inOrder = [file, image].map(({ id }) => found.find((record) => record.id === id));
      expect(inOrder.map((record) => ({ ...record, bytes: null }))).toEqual([
        { ...file, bytes: null },
        { ...image, bytes: null },
      ]);
      expect(found.some((record) => "bytes" in record)).toBe(false);
      expect(await storage.files.find({ sessionId, ids: [] })).toEqual([]);
    });

    test("a file may open its session, which has no turn yet and takes the next message", async () => {
      await using storage = await open();
      await putAgent(storage);
      const session = { id: "ses_new", agentId: "guide", tokenHash: "t" };
      expect(await storage.files.add({ file: sampleFile(), session, max })).toEqual({ kind: "added" });
      expect(await storage.conversations.find("ses_new")).toEqual({
        id: "ses_new",
        agentId: "guide",
        createdAt: 1000,
        lastActiveAt: 1000,
        turns: 0,
      });
      expect(await storage.conversations.readTurns({ sessionId: "ses_new" })).toEqual([]);
      expect(await storage.conversations.acceptTurn(nextTurn("ses_new"))).toEqual({
        kind: "accepted",
        turn: 1,
      });
    });

    test("nothing is kept for a session that was erased, or an agent that was removed", async () => {
      await using storage = await open();
      const session = { id: "ses_new", agentId: "nobody", tokenHash: "t" };
      expect(await storage.files.add({ file: sampleFile(), session, max })).toEqual({
        kind: "agent_removed",
      });
      expect(await storage.files.add(toSession("ses_gone"))).toEqual({ kind: "session_erased" });
      for (const id of ["ses_new", "ses_gone"]) expect(await storage.conversations.find(id)).toBeUndefined();
    });

    test("a session can have a limited number of files and bytes, even of simultaneous files", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { sessionId } = await startChat(storage);
      const file = (size: number) => sampleFile({ bytes: new Uint8Array(size) });
      const limits = { files: 3, bytes: 100 };
      const add = (size: number) => storage.files.add(toSession(sessionId, file(size), limits));
      expect(await add(101)).toEqual({ kind: "session_full" });
      expect(await add(60)).toEqual({ kind: "added" });
      expect(await add(41)).toEqual({ kind: "session_full" });
      const outcomes = await Promise.all([add(1), add(1), add(1), add(1)]);
      expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual([
        "added",
        "added",
        "session_full",
        "session_full",
      ]);
      const { sessionId: other } = await startChat(storage);
      expect(await storage.files.add(toSession(other, file(100), limits))).toEqual({ kind: "added" });
      const session = { id: "ses_new", agentId: "guide", tokenHash: "t" };
      expect(await storage.files.add({ file: file(101), session, max: limits })).toEqual({
        kind: "session_full",
      });
      expect(await storage.conversations.find("ses_new")).toBeUndefined();
    });

    test("a file makes its session active, and never less so", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { sessionId } = await startChat(storage, { at: 5000 });
      await storage.files.add(toSession(sessionId, sampleFile({ createdAt: 4000 })));
      expect((await storage.conversations.find(sessionId))?.lastActiveAt).toBe(5000);
      await storage.files.add(toSession(sessionId, sampleFile({ createdAt: 6000 })));
      expect((await storage.conversations.find(sessionId))?.lastActiveAt).toBe(6000);
    });

    test("an upload is sent once, whole turns at a time, and not by another session", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { conversations, files } = storage;
      const { sessionId } = await startChat(storage);
      const { sessionId: other } = await startChat(storage);
      const [one, two] = [sampleFile(), sampleFile()];
      for (const file of [one, two]) await files.add(toSession(sessionId, file));

      expect(await conversations.acceptTurn(nextTurn(other, { files: [one.id] }))).toEqual({
        kind: "upload_unavailable",
      });
      expect(await conversations.acceptTurn(firstTurn({ files: [one.id] }))).toEqual({
        kind: "upload_unavailable",
      });
      const unknown = nextTurn(sessionId, { files: [one.id, "file_unknown"] });
      expect(await conversations.acceptTurn(unknown)).toEqual({ kind: "upload_unavailable" });
      expect(await conversations.acceptTurn(nextTurn(sessionId, { files: [one.id], at: 7000 }))).toEqual({
        kind: "accepted",
        turn: 2,
      });
      expect(await conversations.acceptTurn(nextTurn(sessionId, { files: [two.id, one.id] }))).toEqual({
        kind: "upload_unavailable",
      });
      const found = await files.find({ sessionId, ids: [one.id, two.id] });
      expect(Object.fromEntries(found.map(({ id, sentAt }) => [id, sentAt]))).toEqual({
        [one.id]: 7000,
        [two.id]: null,
      });
      expect((await conversations.find(sessionId))?.turns).toBe(2);
    });

    test("of two turns that send one upload at once, one is taken", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { sessionId } = await startChat(storage);
      const file = sampleFile();
      await storage.files.add(toSession(sessionId, file));
      const send = () => storage.conversations.acceptTurn(nextTurn(sessionId, { files: [file.id] }));
      const outcomes = await Promise.all([send(), send()]);
      expect(outcomes).toContainEqual({ kind: "upload_unavailable" });
      expect(outcomes).toContainEqual({ kind: "accepted", turn: 2 });
    });

    test("no file is found with another session's id", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { sessionId } = await startChat(storage);
      const { sessionId: other } = await startChat(storage);
      const file = sampleFile();
      await storage.files.add(toSession(sessionId, file));
      for (const foreign of [other, "", "%", sessionId.toUpperCase(), "ses_unknown"]) {
        expect(await storage.files.read({ sessionId: foreign, id: file.id })).toBeUndefined();
        expect(await storage.files.find({ sessionId: foreign, ids: [file.id] })).toEqual([]);
      }
    });

    test("files go with their session, erased, expired or removed with its agent", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { conversations, files } = storage;
      const forget = [
        (sessionId: string) => conversations.erase(sessionId),
        () => conversations.expire({ now: 2000, idleSince: 2000, createdSince: 0 }),
        () => storage.agents.delete("guide"),
      ];
      for (const doForget of forget) {
        const { sessionId } = await startChat(storage);
        const file = sampleFile();
        await files.add(toSession(sessionId, file));
        await doForget(sessionId);
        expect(await files.read({ sessionId, id: file.id })).toBeUndefined();
      }
    });

    test("an upload that no message sent is forgotten a day later, however many; the rest stays", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { conversations, files } = storage;
      const { sessionId } = await startChat(storage);
      const unsent = Array.from({ length: 130 }, () => sampleFile());
      const limits = { files: 500, bytes: max.bytes };
      for (const file of unsent) await files.add(toSession(sessionId, file, limits));
      const kept = [
        sampleFile({ createdAt: 2000 }),
        sampleFile(),
        sampleFile({ kind: "image", sentAt: 1000 }),
      ];
      for (const file of kept) await files.add(toSession(sessionId, file, limits));
      await conversations.acceptTurn(nextTurn(sessionId, { files: [kept[1]?.id ?? ""] }));

      await conversations.expire({ now: dayMs + 2000, idleSince: 0, createdSince: 0 });

      const ids = [...unsent, ...kept].map(({ id }) => id);
      const found = await files.find({ sessionId, ids });
      expect(found.map(({ id }) => id).toSorted()).toEqual(kept.map(({ id }) => id).toSorted());
    });
  });
}
