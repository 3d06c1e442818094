import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { glob, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { packService } from "../../scripts/pack-service.ts";
import { freePort } from "../servers/free-port.ts";
import { sendBlocks, textBlock } from "../support/post-blocks.ts";

let folder: string;
let installed: string;

/** The environment of a machine where the file is installed: Node and npm. */
const environment = {
  PATH: [dirname(process.execPath), process.env["PATH"]].join(delimiter),
  HOME: process.env["HOME"],
};

const run = (program: string, words: readonly string[], settings: Readonly<Record<string, string>> = {}) =>
  promisify(execFile)(program, words, { cwd: folder, env: { ...environment, ...settings } });
const servicechat = async (words: readonly string[], settings?: Readonly<Record<string, string>>) =>
  (await run("npx", ["--offline", "servicechat", ...words], settings)).stdout;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "servicechat-packed-"));
  const file = await packService(folder);
  // Without a registry: the file contains all dependencies.
  await run("npm", ["install", "--offline", "--omit=dev", "--prefix", folder, file]);
  installed = join(folder, "node_modules/servicechat");
}, 300_000);
afterAll(() => folder && rm(folder, { recursive: true, force: true }));

/** Runs the service until it is stopped. */
async function serve(settings: Readonly<Record<string, string>> = {}) {
  const port = await freePort();
  const child = spawn(join(folder, "node_modules/.bin/servicechat"), ["serve", "--json"], {
    cwd: folder,
    env: { ...environment, ...settings, PORT: String(port) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const [line] = await Promise.race([once(child.stdout, "data"), ended]);
  const { address, demo } = JSON.parse(String(line)) as {
    readonly address: string;
    readonly demo: { readonly key: string };
  };
  return {
    address,
    /** Sends requests as the demo's page does. */
    fetch: (
      path: string,
      { headers, ...init }: Omit<RequestInit, "headers"> & { readonly headers?: Record<string, string> } = {},
    ) =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        ...init,
        headers: { Authorization: `Bearer ${demo.key}`, Origin: address, ...headers },
      }),
    async stop(): Promise<unknown> {
      child.kill("SIGTERM");
      const [code] = await ended;
      return code;
    },
  };
}

test("npm knows the Node versions on which the command starts, so it warns on none of them", async () => {
  const enginesIn = async (file: string) => JSON.parse(await readFile(file, "utf8")).engines;
  const repository = join(import.meta.dirname, "../..");
  const engines = await enginesIn(join(installed, "package.json"));
  expect(engines).toEqual({ node: ">=20" });
  expect(engines).toEqual(await enginesIn(join(repository, "package.json")));
});

test("the packed service installs without a registry, starts without a build and answers a question", async () => {
  const service = await serve();
  try {
    expect((await service.fetch("/readyz")).status).toBe(200);
    const config = await service.fetch("/chat-bot/config");
    expect(await config.json()).toMatchObject({ agent: { name: "ServiceChat Guide" } });
    for (const path of ["/demo", "/launcher.js", "/chat/", "/openapi.json"])
      expect([path, (await service.fetch(path)).status]).toEqual([path, 200]);

    // The documents are read while the service is already running: a first question waits for them.
    const { text } = await sendBlocks(service, [textBlock("How do I connect a language model?")]);
    expect(text).toMatch(/environment variable.*docs\/agent-file\.md/is);
  } finally {
    expect(await service.stop()).toBe(0);
  }
});

test("an operator's notes beside the demo's documents are neither shown nor known", async () => {
  const settings = { SERVICECHAT_DATA_DIR: join(folder, "data-beside-notes") };
  await writeFile(join(installed, "passwords.md"), "# Our passwords\n");
  const service = await serve(settings);
  try {
    // The answer waits until the documents are read.
    await sendBlocks(service, [textBlock("How do I connect a language model?")]);
    const known = await servicechat(["knowledge", "list", "demo"], settings);
    expect(known).toContain("README.md");
    expect(known).not.toContain("passwords.md");
    expect((await service.fetch("/demo/docs/README.md")).status).toBe(200);
    expect((await service.fetch("/demo/docs/passwords.md")).status).toBe(404);
  } finally {
    expect(await service.stop()).toBe(0);
  }
});

test("its commands read agent files and documents, search them, and compute vectors with the bundled model", async () => {
  await writeFile(
    join(folder, "agent.yaml"),
    "id: bikes\nname: Bikes\nmodel: {provider: extractive}\n" +
      "knowledge: {sources: [{files: ./help.md}], embeddings: {provider: local}}\n",
  );
  await writeFile(
    join(folder, "help.md"),
    "# Help\n\n## Refunds\n\nYou get your money back within a week.\n\n## Parking\n\nPut the bicycle on a stand.\n",
  );
  expect(await servicechat(["agent", "apply", "agent.yaml"])).toContain("Vectors: 2 made, 0 missing.");
  expect(await servicechat(["knowledge", "search", "bikes", "Where do I put my bicycle?"])).toContain(
    "on a stand",
  );
  const examples = join(installed, "examples/agents");
  expect(await servicechat(["agent", "apply", join(examples, "acme-support.yaml")])).toContain(
    "acme-support",
  );
  expect(await servicechat(["knowledge", "list", "acme-support"])).toContain("delivery.md");
});

test("its program is that of the repository, line by line, as JavaScript", async () => {
  const names: string[] = [];
  for await (const name of glob("packages/*/src/**/*.ts", { cwd: installed })) names.push(name);
  expect(names).toEqual([]);
  const packed = await readFile(join(installed, "packages/cli/src/serve.js"), "utf8");
  const source = await readFile(new URL("../../packages/cli/src/serve.ts", import.meta.url), "utf8");
  const lineOf = (text: string) => text.split("\n").findIndex((line) => line.includes("await server.stop()"));
  expect(lineOf(source)).toBeGreaterThan(0);
  expect(lineOf(packed)).toBe(lineOf(source));
});
