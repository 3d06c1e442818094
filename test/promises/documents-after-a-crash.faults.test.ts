import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import type { Document } from "@servicechat/contract/admin";
import { startDocumentService, type DocumentService } from "../support/document-service.ts";
import { findTestPostgres, temporaryDatabase } from "../support/test-servers.ts";

const postgres = await findTestPostgres();
const paths = Array.from({ length: 60 }, (_, index) => `crates/${index}.md`);

/** Large enough that a process dies before it has read them all. */
const textOf = (path: string) =>
  [
    `# ${path}`,
    ...Array.from({ length: 400 }, (_, row) => `## Row ${row}\n\nCrate ${row} of ${path} is wooden.`),
  ].join("\n\n");

async function statesAt(service: DocumentService): Promise<readonly Document[]> {
  const { body } = await service.ask("GET", "documents?limit=200");
  return body["items"] as readonly Document[];
}

/** Uploads all documents, and kills the process while it reads them. */
async function dieWhileReading(service: DocumentService): Promise<void> {
  for (const path of paths) await service.put(path, textOf(path));
  await expect
    .poll(async () => (await statesAt(service)).filter(({ state }) => state === "read").length, {
      interval: 20,
    })
    .toBeGreaterThan(0);
  const waiting = (await statesAt(service)).filter(({ state }) => state === "waiting");
  await service.end("SIGKILL");
  expect(waiting).not.toEqual([]);
}

/** Every document is read whole, once, and found. */
async function expectAllRead(service: DocumentService): Promise<void> {
  await expect
    .poll(async () => (await statesAt(service)).filter(({ state }) => state !== "waiting").length)
    .toBe(paths.length);
  const documents = await statesAt(service);
  expect(documents.map(({ path }) => path).toSorted()).toEqual(paths.toSorted());
  expect(documents.every(({ state, missing }) => state === "read" && missing.length === 0)).toBe(true);
  expect(new Set(documents.map(({ passages }) => passages)).size).toBe(1);
  expect(await service.find("crates/59.md wooden crate")).not.toEqual([]);
}

test("documents that a killed process was reading are all read after the next start", async () => {
  await using service = await startDocumentService();
  await dieWhileReading(service);
  await service.start();
  await expectAllRead(service);
});

test.skipIf(postgres.missing !== undefined)(
  "documents that a node was reading when it was killed are read by another one",
  async () => {
    await using database = await temporaryDatabase();
    const settings = {
      SERVICECHAT_DATABASE_URL: database.url,
      SERVICECHAT_SECRET: randomBytes(32).toString("hex"),
    };
    await using dying = await startDocumentService(settings);
    await using other = await startDocumentService(settings, dying);
    await dieWhileReading(dying);
    await expectAllRead(other);
  },
);
