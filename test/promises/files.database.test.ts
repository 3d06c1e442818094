import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { parseAgentFile } from "@servicechat/contract/agent-file";
import { onOneAndTwoNodes } from "../support/on-one-and-two-nodes.ts";
import { png } from "../support/sample-files.ts";
import { startService } from "../support/start-service.ts";
import type { TestService } from "../support/start-service.ts";
import { askWithFiles, sendFile, upload } from "../support/uploads.ts";
import { ask, history } from "../support/visitor.ts";

const canary = "quetzalcoatl";
const start = () => startService({ agent: { uploads: {} } });

async function rawFiles({ dataDirectory }: TestService): Promise<Buffer> {
  const names = await readdir(dataDirectory);
  return Buffer.concat(await Promise.all(names.map((name) => readFile(join(dataDirectory, name)))));
}

test("Promise 39: an erased chat's files are removed too, from every response and from the raw database files", async () => {
  await using service = await start();
  const image = png({ word: `${canary} `.repeat(20_000) });
  const { id, token } = await upload(service, { name: `${canary}.png`, bytes: image });
  const note = await upload(service, { name: "note.txt", bytes: `Of ${canary}`, token });
  await upload(service, { name: "unsent.txt", bytes: `Also of ${canary}`, token });
  await askWithFiles(service, { token, ids: [id, note.id] });
  expect((await rawFiles(service)).includes(canary)).toBe(true);

  const session = { headers: { "X-Session-Token": token } };
  expect((await service.fetch("/chat-bot/session", { method: "DELETE", ...session })).status).toBe(204);

  expect((await service.fetch(`/chat-bot/images/${id}`, session)).status).toBe(404);
  expect((await sendFile(service, { bytes: "Hello", token })).status).toBe(404);
  expect((await rawFiles(service)).includes(canary)).toBe(false);
});

test("no line of the log contains a file's name, its text or its bytes, whatever happens to it", async () => {
  await using service = await start();
  const { id, token } = await upload(service, { name: `${canary}.txt`, bytes: `Of ${canary}` });
  await sendFile(service, { name: `${canary}.html`, bytes: `<html>${canary}` });
  await sendFile(service, { name: `${canary}.pdf`, bytes: `%PDF-1.4 ${canary}` });
  service.model.answer(() => ({ status: 400, body: `{"error":{"message":"No."}}` }));
  await askWithFiles(service, { token, ids: [id] });
  expect(service.logged.length).toBeGreaterThan(0);
  expect(JSON.stringify(service.logged)).not.toContain(canary);
});

test("files survive a restart, sent or not", async () => {
  await using first = await start();
  const { id, token } = await upload(first, { name: "a.txt", bytes: "The lamp is green." });
  const { id: later } = await upload(first, { name: "b.txt", bytes: "It is tall.", token });
  await askWithFiles(first, { token, ids: [id] });
  await first.server.stop();
  await using second = await startService({ agent: { uploads: {} }, dataDirectory: first.dataDirectory });
  await askWithFiles(second, { token, ids: [later] });
  const asked = JSON.stringify(second.model.asked.at(-1));
  expect(asked).toContain("The lamp is green.");
  expect(asked).toContain("It is tall.");
  expect((await history(second, token)).filter(({ role }) => role === "user")).toHaveLength(2);
});

onOneAndTwoNodes("files", (nodes) => {
  test("that were uploaded to one node can be sent and shown by any", async () => {
    await using service = await startService({ nodes, agent: { uploads: {} } });
    const { token } = await ask(service, "Hello");
    for (let time = 0; time < 3; time++) {
      const { id } = await upload(service, { name: "a.png", bytes: png(), token });
      await askWithFiles(service, { token, ids: [id] });
      const image = await service.fetch(`/chat-bot/images/${id}`, { headers: { "X-Session-Token": token } });
      expect(Buffer.from(await image.arrayBuffer()).equals(png())).toBe(true);
    }
  });
});

test("the example of an agent that accepts files accepts files", async () => {
  const path = new URL("../../examples/agents/with-uploads.yaml", import.meta.url);
  const written = parse(await readFile(path, "utf8")) as Record<string, unknown>;
  const parsed = parseAgentFile(written);
  if ("faults" in parsed) throw new Error(JSON.stringify(parsed.faults));
  // A test provides only the model.
  const { id: _id, model: _model, ...agent } = written;
  await using service = await startService({ agent });
  const { id, token } = await upload(service, { name: "damage.png", bytes: png() });
  expect((await askWithFiles(service, { token, ids: [id] })).text).toBe("Hello from the model.");
  expect((await sendFile(service, { name: "a.csv", bytes: "a;b" })).status).toBe(415);
});
