import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makePackedPdf, makePdf } from "../../packages/knowledge/test/make-pdf.ts";
import { isRunning, readersOf } from "../support/child-processes.ts";
import { onOneAndTwoNodes } from "../support/on-one-and-two-nodes.ts";
import { docx } from "../support/sample-files.ts";
import { spawnService } from "../support/spawn-service.ts";
import { startService, type TestService } from "../support/start-service.ts";
import { askWithFiles, sendFile } from "../support/uploads.ts";

const trustedProxies = ["127.0.0.1"];
const from = (address: string) => ({ "X-Forwarded-For": address });
const canary = "sk-canary-of-the-environment";
const price = "The tent costs 40 euros";
const small = makePdf({ title: "Prices", pages: [price] });
/** Takes seconds of processor time for a kilobyte, and contains text at its end. */
const slow = makePackedPdf(
  Buffer.from(`${"q Q ".repeat(8_000_000)} BT /F1 12 Tf 20 100 Td (${price}) Tj ET`),
);

/** What the model gets of an accepted file. */
async function heardOf(service: TestService, response: Response): Promise<string> {
  expect(response.status).toBe(201);
  const { id } = (await response.json()) as { id: string };
  const token = response.headers.get("X-Session-Token") ?? "";
  await askWithFiles(service, { token, ids: [id] });
  return String(service.model.asked.at(-1)?.messages.at(-1)?.content);
}

/** It has a lower priority than everything else, so it takes long on a busy machine. */
const patient = { timeout: 100_000 };
/** More time than in production, for the same reason. */
const readers = { maxSeconds: 120, maxMegabytes: 256 };

/** The one reader process, once it has used this much processor time: at 60 it has started with the document. */
async function oneReader(parentId: number | undefined = process.pid, ticks = 60) {
  await expect.poll(() => readersOf(parentId), patient).toHaveLength(1);
  await expect.poll(async () => (await readersOf(parentId))[0]?.ticks, patient).toBeGreaterThanOrEqual(ticks);
  const [reader] = await readersOf(parentId);
  if (!reader) throw new Error("The reader has ended.");
  return reader;
}

const unreadable = "(nothing of this file could be read)";

describe.skipIf(process.platform !== "linux")("a process that reads a document", () => {
  test("has no environment variables, has a low priority, and is not ended by a signal to the group", async () => {
    process.env["CANARY_API_KEY"] = canary;
    await using service = await startService({ agent: { uploads: {} }, readers });
    const sending = sendFile(service, { bytes: slow });
    const { id, nice, environment } = await oneReader();
    expect(Object.keys(environment).filter((name) => !name.startsWith("NODE_C"))).toEqual([]);
    expect(JSON.stringify(environment)).not.toContain(canary);
    expect(nice).toBe(10);
    process.kill(id, "SIGTERM");
    process.kill(id, "SIGINT");
    expect(await heardOf(service, await sending)).toContain(price);
    await expect.poll(() => isRunning(id)).toBe(false);
    delete process.env["CANARY_API_KEY"];
  });

  test("costs only its document if it is killed, and the next one is read", async () => {
    await using service = await startService({ agent: { uploads: {} }, readers });
    const sending = sendFile(service, { bytes: slow });
    process.kill((await oneReader()).id, "SIGKILL");
    expect(await heardOf(service, await sending)).toContain(unreadable);
    expect(await heardOf(service, await sendFile(service, { bytes: small }))).toContain(price);
  });

  test("is ended if it takes too long, and the next document is read", async () => {
    await using service = await startService({
      agent: { uploads: {} },
      readers: { ...readers, maxSeconds: 8 },
    });
    const sending = sendFile(service, { bytes: slow });
    const { id } = await oneReader(process.pid, 0);
    process.kill(id, "SIGSTOP");
    expect(await heardOf(service, await sending)).toContain(unreadable);
    expect(await isRunning(id)).toBe(false);
    expect(await heardOf(service, await sendFile(service, { bytes: docx(price) }))).toContain(price);
  });

  test("ends with a service that is killed, in the middle of its work", async () => {
    const model = { provider: "extractive" };
    const settings = { SHOP_API_KEY: canary };
    await using service = await spawnService({ model, agent: { uploads: {} }, settings });
    await service.start();
    const sending = sendFile(service, { bytes: slow }).catch(() => undefined);
    const { id, environment } = await oneReader(service.processId);
    expect(JSON.stringify(environment)).not.toContain(canary);
    await service.end("SIGKILL");
    await sending;
    await expect.poll(() => isRunning(id)).toBe(false);
  });
});

test("a document that unpacks to more than memory allows is accepted unread, and the next one is read", async () => {
  await using service = await startService({ agent: { uploads: {} } });
  const bomb = makePackedPdf(Buffer.alloc(400 * 1024 * 1024, " "));
  expect(await heardOf(service, await sendFile(service, { bytes: bomb }))).toContain(unreadable);
  expect(await heardOf(service, await sendFile(service, { bytes: small }))).toContain(price);
});

const tooManyOfAddress = "Your network has sent too many documents. Please try again in a minute.";

onOneAndTwoNodes("documents of one address", (nodes) => {
  test("are limited to ten a minute, over all keys; other files and addresses are not counted", async () => {
    const agent = { uploads: {} };
    await using service = await startService({ nodes, agent, options: { trustedProxies } });
    const other = await service.createKey();
    const send = (address: string, bytes: string, headers = {}) =>
      sendFile(service, { bytes, headers: { ...from(address), ...headers } });
    const ofOther = { Authorization: `Bearer ${other.key}` };
    const flood = Array.from({ length: 12 }, (_, index) =>
      send("203.0.113.1", "%PDF-1.4 broken", index % 2 === 0 ? {} : ofOther),
    );
    const responses = await Promise.all(flood);
    const answers = await Promise.all(
      responses.map(async (response) => ({ response, body: await response.json() })),
    );
    const refused = answers.filter(({ body }) => (body as { detail?: string }).detail === tooManyOfAddress);
    expect(refused).toHaveLength(2);
    for (const { response, body } of refused) {
      expect(response.status).toBe(429);
      expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(0);
      expect(body).toMatchObject({ code: "key_busy", retryable: true });
    }
    // On a busy machine some of the ten may not have had their turn in time.
    expect(responses.some(({ status }) => status === 201)).toBe(true);
    expect((await send("203.0.113.1", "a note")).status).toBe(201);
    expect((await send("203.0.113.2", "%PDF-1.4 broken")).status).toBe(201);
  });
});

test("every thread and process that the service starts has its environment set explicitly", async () => {
  const sources = join(import.meta.dirname, "../../packages");
  const starts: string[] = [];
  for await (const file of glob("*/src/**/*.ts", { cwd: sources })) {
    const text = await readFile(join(sources, file), "utf8");
    for (const [start] of text.matchAll(/(?:new Worker|\b(?:fork|spawn|execFile))\([^;]*;/g))
      starts.push(start);
  }
  expect(starts.length).toBeGreaterThan(2);
  expect(starts.filter((start) => !/\benv: /.test(start))).toEqual([]);
});
