import { createHash, randomBytes } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Document } from "@servicechat/contract/admin";
import { makePdf } from "../../packages/knowledge/test/make-pdf.ts";
import { startDocumentService, type DocumentService } from "../support/document-service.ts";
import { findTestPostgres, temporaryDatabase } from "../support/test-servers.ts";

const postgres = await findTestPostgres();
const megabyte = 1024 * 1024;

describe.each([
  ["SQLite", undefined],
  ["PostgreSQL", postgres.missing],
] as const)("on %s", (database, missing) => {
  let service: DocumentService;
  const stack = new AsyncDisposableStack();

  beforeAll(async () => {
    if (missing !== undefined) return;
    const server = database === "SQLite" ? undefined : stack.use(await temporaryDatabase());
    service = stack.use(
      await startDocumentService({
        ...(server && {
          SERVICECHAT_DATABASE_URL: server.url,
          SERVICECHAT_SECRET: randomBytes(32).toString("hex"),
        }),
        SERVICECHAT_DOCUMENT_BYTES: String(60 * megabyte),
      }),
    );
  });
  afterAll(() => stack[Symbol.asyncDispose]());

  test.skipIf(missing !== undefined)(
    "what is uploaded is found by what is in it, in every script and format, with what was lost",
    async () => {
      const name = "手册/مرحبا/100% sicher & gut.md";
      const text = "# Rückgabe\n\nTrampoline nehmen wir 45 Tage lang zurück.\n";
      const added = await service.put(name, text, { type: "application/octet-stream" });
      expect(added).toMatchObject({
        path: name,
        type: "markdown",
        bytes: Buffer.byteLength(text),
        sha256: createHash("sha256").update(text).digest("hex"),
        enabled: true,
        by: { kind: "token", name: "documents" },
      });
      const pdf = makePdf({ title: "untitled", pages: ["Kayaks cost 300 euros a week.", ""] });
      await service.put("Preise 2026.pdf", pdf);
      await service.put("stock.csv", 'Item;Colour;Price\r\nWindmill;red;120\r\n\r\n"Say ""hi""";;7\r\n');
      await service.put("page", "<!doctype html><title>Opening hours</title><p>Open on Whitsun until noon.", {
        type: "application/x-www-form-urlencoded",
      });
      // As a spreadsheet of Western Europe saves it.
      await service.put("umlaut.csv", Buffer.from("Ort,Größe\nKöln,Riesenräder\n", "latin1"));

      expect(await service.untilRead(name)).toMatchObject({
        state: "read",
        title: "Rückgabe",
        passages: 1,
        missing: [],
        revision: added.revision,
      });
      expect(await service.untilRead("Preise 2026.pdf")).toMatchObject({
        type: "pdf",
        title: "Preise 2026",
        missing: [expect.stringContaining("Page 2")],
      });
      expect(await service.untilRead("stock.csv")).toMatchObject({ type: "csv", state: "read" });
      expect(await service.untilRead("page")).toMatchObject({ type: "html", title: "Opening hours" });
      await service.untilRead("umlaut.csv");
      expect(await service.find("Trampoline")).toEqual(["Rückgabe"]);
      expect(await service.find("kayaks a week")).toEqual(["Preise 2026"]);
      expect(await service.find("Whitsun")).toEqual(["Opening hours"]);
      expect(await service.find("Riesenräder in Köln")).toEqual(["Umlaut"]);
      const { body } = await service.ask("GET", "documents/stock.csv?as=passages");
      expect(body["items"]).toEqual([
        { headings: ["Stock"], text: 'Item: Windmill; Colour: red; Price: 120\n\nItem: Say "hi"; Price: 7' },
      ]);

      const listed = await service.ask("GET", `documents?limit=2&q=${encodeURIComponent("PREISE")}`);
      expect(listed.body).toMatchObject({ items: [{ path: "Preise 2026.pdf" }], next: null });
      const first = await service.ask("GET", "documents?limit=2&state=read");
      const second = await service.ask("GET", `documents?limit=200&after=${String(first.body["next"])}`);
      const paths = [first, second].flatMap((page) => page.body["items"] as readonly Document[]);
      expect(new Set(paths.map(({ path }) => path)).size).toBe(5);

      const file = await service.ask("GET", `documents/${encodeURIComponent(name)}?as=file`);
      expect(file.text).toBe(text);
      expect(file.headers).toMatchObject({
        "content-disposition": expect.stringContaining(`filename*=UTF-8''100%25%20sicher%20%26%20gut.md`),
        "x-content-type-options": "nosniff",
        "content-security-policy": expect.stringContaining("sandbox; default-src 'none'"),
      });
      // A source of the agent's file is read again beside them, and nothing of it is theirs.
      await service.command("knowledge", "sync", "acme");
      expect(await service.find("Trampoline")).toEqual(["Rückgabe"]);
    },
  );

  test.skipIf(missing !== undefined)(
    "a document leaves and enters answers with the next question, and what people said of it stays",
    async () => {
      const path = "guide/lamps.md";
      const address = `documents/${path}`;
      await service.put(path, "# Lamps\n\nThe zeppelin lamp is dimmable.\n");
      const read = await service.untilRead(path);
      const change = async (body: object, ifMatch: string) =>
        service.ask("PATCH", address, { bytes: JSON.stringify(body), type: "application/json", ifMatch });

      expect((await change({ enabled: false }, "stale")).body).toMatchObject({ code: "precondition_failed" });
      const off = await change(
        { enabled: false, title: "All lamps", url: "https://a.example/l" },
        read.revision,
      );
      expect(off).toMatchObject({ status: 200, body: { enabled: false, title: "All lamps" } });
      expect(await service.find("zeppelin")).toEqual([]);
      // The same bytes: nothing is read again, and a pipeline does not wipe what people set.
      const same = await service.put(path, "# Lamps\n\nThe zeppelin lamp is dimmable.\n");
      expect(same).toEqual(off.body);
      await change({ enabled: true }, "*");
      await service.untilRead(path);
      expect(await service.find("zeppelin")).toEqual(["All lamps"]);

      // Bytes that cannot be read: the former text is forgotten.
      const locked = makePdf({ title: "x", pages: ["secret"], encrypted: true });
      const replaced = await service.put(path, locked);
      expect(replaced).toMatchObject({ title: "All lamps", url: "https://a.example/l", type: "pdf" });
      expect(await service.untilRead(path)).toMatchObject({
        state: "unreadable",
        reason: "The PDF is password-protected.",
        passages: 0,
      });
      expect(await service.find("zeppelin")).toEqual([]);

      await service.put(path, "# Lamps\n\nThe zeppelin lamp is dimmable.\n", { ifMatch: replaced.revision });
      await service.untilRead(path);
      expect(await service.find("zeppelin")).toEqual(["All lamps"]);
      expect((await service.ask("DELETE", address)).status).toBe(204);
      expect(await service.find("zeppelin")).toEqual([]);
      expect((await service.ask("GET", address)).body).toMatchObject({ code: "document_not_found" });
      const audit = JSON.parse((await service.command("audit", "--json")).stdout) as { what: string }[];
      expect(new Set(audit.map(({ what }) => what))).toEqual(
        new Set([...audit.map(({ what }) => what), "document.add", "document.change", "document.remove"]),
      );
    },
  );

  test.skipIf(missing !== undefined)(
    "what cannot be a document is refused in a sentence, and nothing is stored",
    async () => {
      const before = await service.ask("GET", "documents?limit=200");
      const put = async (path: string, bytes: Uint8Array | string, sent: object = {}) => {
        const { status, body } = await service.ask("PUT", `documents/${path}`, { bytes, ...sent });
        return [status, body["code"]];
      };
      for (const path of [
        "",
        "a//b.md",
        "./a.md",
        "a/../b.md",
        "%2e%2e/a.md",
        "a%5cb.md",
        "a%00.md",
        "a%0A.md",
        "%ff.md",
        "x".repeat(501),
      ])
        expect([path, await put(path, "text")]).toEqual([path, [400, "document_path"]]);
      expect(await put("empty.md", "")).toEqual([400, "empty_document"]);
      const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
      expect(await put("picture.md", png)).toEqual([415, "unsupported_document"]);
      expect(await put("data.json", "{}", { type: "application/json" })).toEqual([
        415,
        "unsupported_document",
      ]);
      const large = Buffer.alloc(20 * megabyte + 1, "a");
      expect(await put("large.md", large)).toEqual([413, "document_too_large"]);
      expect(await put("large.md", large, { inChunks: true })).toEqual([413, "document_too_large"]);
      const cookie = { cookie: "servicechat_console=x", origin: "https://evil.example" };
      expect((await put("a.md", "text", { credentials: cookie }))[0]).toBe(401);
      const after = await service.ask("GET", "documents?limit=200");
      expect(after.body).toEqual(before.body);

      // What all may have together.
      const most = Buffer.alloc(20 * megabyte, "word ");
      expect((await put("a.txt", most))[0]).toBe(201);
      const [, full] = await Promise.all(["b.txt", "c.txt"].map((path) => put(path, most)));
      expect(full === undefined).toBe(false);
      const third = await service.ask("PUT", "documents/d.txt", { bytes: most });
      expect(third).toMatchObject({ status: 409, body: { code: "documents_full" } });
      expect(third.body["detail"]).toContain("60 MB");
      for (const path of ["a.txt", "b.txt", "c.txt"]) await service.ask("DELETE", `documents/${path}`);
      expect((await put("d.txt", "room again"))[0]).toBe(201);
    },
  );

  test.skipIf(missing !== undefined)("a folder is pushed, and again only what has changed", async () => {
    const folder = join(service.dataDirectory, "handbook");
    await mkdir(join(folder, "inner/.hidden"), { recursive: true });
    await writeFile(join(folder, "one.md"), "# One\n\nThe quince is ripe in October.\n");
    await writeFile(join(folder, "inner/two.md"), "# Two\n");
    await writeFile(join(folder, "inner/.hidden/no.md"), "# No\n");
    await writeFile(join(folder, "photo.png"), "x");
    const push = async (...words: string[]) => {
      const run = await service
        .command("knowledge", "push", "acme", "handbook", "--prefix", "hb", ...words, "--json")
        .catch((error: { stdout: string }) => error);
      return JSON.parse(run.stdout) as Record<string, unknown>;
    };
    expect(await push("--dry-run")).toMatchObject({ added: ["hb/inner/two.md", "hb/one.md"] });
    expect(await push("--url-base", "https://docs.example/h")).toMatchObject({
      added: ["hb/inner/two.md", "hb/one.md"],
      changed: [],
      same: [],
      removed: [],
    });
    const url = "https://docs.example/h/inner/two.md";
    expect((await service.ask("GET", "documents/hb/inner/two.md")).body).toMatchObject({ url });
    await writeFile(join(folder, "empty.md"), "");
    await writeFile(join(folder, "one.md"), "# One\n\nThe medlar is ripe in November.\n");
    await rm(join(folder, "inner/two.md"));
    expect(await push("--prune")).toEqual({
      added: [],
      changed: ["hb/one.md"],
      same: [],
      removed: ["hb/inner/two.md"],
      failed: [{ path: "hb/empty.md", reason: expect.stringContaining("0 bytes") }],
    });
    await service.untilRead("hb/one.md");
    expect(await service.find("medlar")).toEqual(["One"]);
    expect(await service.find("quince")).toEqual([]);
    const removed = await service.command("knowledge", "remove", "acme", "hb/one.md");
    expect(removed.stdout).toBe("1 document removed.\n");
    expect((await service.command("knowledge", "documents", "acme")).stdout).not.toContain("hb/");

    // With the agent go its documents, also those that have just come.
    await service.put("late.md", "# Late\n\nSomething.\n");
    await service.command("agent", "delete", "acme");
    expect((await service.ask("GET", "documents")).body).toMatchObject({ code: "agent_not_found" });
  });
});
