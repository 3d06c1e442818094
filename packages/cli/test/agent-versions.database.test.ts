import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, request as forward } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commandLine, isRefused } from "@servicechat/operations";
import { expect, test } from "vitest";
import { listenOnLoopback } from "../../../test/support/listen-on-loopback.ts";
import { runCommand } from "../../../test/support/run-command.ts";
import { spawnService } from "../../../test/support/spawn-service.ts";
import { localWorkplace } from "../src/admin/workplace.ts";
import type { CommandContext } from "../src/command-context.ts";
import { applyAgent } from "../src/commands/apply-agent.ts";
import { createSeenVersions } from "../src/input/seen-versions.ts";
import { openServices } from "../src/open-services.ts";
import { createOutput } from "../src/output/print.ts";
import { readSettings } from "../src/settings/settings.ts";
import { newOperator } from "./run-program.ts";

const shop = (name: string, comment = "ours") =>
  `# ${comment}\nid: shop\nname: ${name}\nmodel: {provider: extractive}\n`;

/**
 * Two people: one at the service's machine, one elsewhere with a token. Each has a folder with the file of one agent.
 */
async function twoPeople() {
  const service = await spawnService({ model: { provider: "extractive" } });
  await service.start();
  const created = await service.command("token", "create", "--name", "Ann", "--role", "owner", "--json");
  const { token } = JSON.parse(created.stdout) as { token: string };
  const root = await mkdtemp(join(tmpdir(), "servicechat-versions-"));
  const person = async (name: string, variables: Readonly<Record<string, string>>) => {
    const folder = join(root, name);
    await mkdir(folder);
    const file = join(folder, "shop.yaml");
    return {
      file,
      run: (...words: string[]) =>
        runCommand(folder, { PATH: process.env["PATH"], HOME: folder, ...variables }, words),
      write: (text: string) => writeFile(file, text),
      read: () => readFile(file, "utf8"),
    };
  };
  return {
    service,
    here: await person("here", { SERVICECHAT_DATA_DIR: join(service.dataDirectory, "data") }),
    far: await person("far", { SERVICECHAT_URL: service.baseUrl, SERVICECHAT_TOKEN: token }),
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await rm(root, { recursive: true, force: true });
    },
  };
}

test("versions are listed, restored and pulled, locally and remotely alike", async () => {
  await using people = await twoPeople();
  const { here, far } = people;
  await here.write(shop("One"));
  await here.run("agent", "apply", "shop.yaml", "--no-sync");
  await here.write(shop("Two"));
  await here.run("agent", "apply", "shop.yaml", "--no-sync");
  const restored = await far.run("agent", "restore", "shop", "1", "--note", "Two was wrong");
  expect(restored).toMatchObject({ code: 0, out: "Agent 'shop' is back to version 1: name.\n" });
  expect((await here.run("agent", "restore", "shop", "1")).out).toContain("is unchanged");
  const listed = await here.run("agent", "versions", "shop", "--json");
  expect(JSON.parse(listed.out)).toMatchObject([
    { version: 3, author: { kind: "token", name: "Ann" }, note: "Two was wrong", current: true },
    { version: 2, author: { kind: "command_line", name: null }, note: null, current: false },
    { version: 1, current: false },
  ]);
  expect(await far.run("agent", "versions", "shop", "--json")).toEqual(listed);
  expect(await far.run("agent", "versions", "shop")).toEqual(await here.run("agent", "versions", "shop"));
  for (const person of [here, far]) {
    const unknown = await person.run("agent", "restore", "shop", "9");
    expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining("has no version 9") });
    expect((await person.run("agent", "versions", "nobody")).err).toContain("There is no agent 'nobody'");
    expect((await person.run("agent", "restore", "shop", "x")).code).toBe(2);
  }
  expect(await far.run("agent", "pull", "shop")).toMatchObject({
    code: 0,
    out: expect.stringContaining("version 3"),
  });
  expect(await far.read()).toBe(shop("One"));
  expect(await here.run("agent", "pull", "shop")).toMatchObject({
    code: 1,
    err: expect.stringContaining("--force"),
  });
  expect(await here.read()).toBe(shop("Two"));
  expect((await here.run("agent", "pull", "shop", "--force")).code).toBe(0);
  expect(await here.read()).toBe(shop("One"));
});

test("applying a file that is not based on the live version stops, and shows the difference", async () => {
  await using people = await twoPeople();
  const { here, far } = people;
  const name = async () => {
    const { out } = await here.run("agent", "show", "shop", "--json");
    return (JSON.parse(out) as { definition: { name: string } }).definition.name;
  };
  await here.write(shop("One"));
  await here.run("agent", "apply", "shop.yaml", "--no-sync");
  // After pulling it, both their file and what they write next are based on it.
  await far.run("agent", "pull", "shop");
  await far.write(shop("Two", "Ann was here"));
  expect((await far.run("agent", "apply", "shop.yaml", "--no-sync")).code).toBe(0);
  await far.write(shop("Three", "Ann was here"));
  expect((await far.run("agent", "apply", "shop.yaml", "--no-sync")).code).toBe(0);

  await here.write(shop("Mine"));
  const stopped = await here.run("agent", "apply", "shop.yaml", "--no-sync");
  expect(stopped).toMatchObject({ code: 1, out: "" });
  expect(stopped.err).toContain("version 3 of agent 'shop', by Ann");
  for (const line of ["-# Ann was here", "+# ours", "-name: Three", "+name: Mine", " id: shop"])
    expect(stopped.err.split("\n")).toContain(line);
  expect(await name()).toBe("Three");
  const dry = await here.run("agent", "apply", "shop.yaml", "--dry-run");
  expect(dry).toMatchObject({ code: 0, err: expect.stringContaining("--theirs") });
  expect(await here.read()).toBe(shop("Mine"));

  expect((await here.run("agent", "apply", "shop.yaml", "--no-sync", "--mine")).code).toBe(0);
  expect(await name()).toBe("Mine");
  // The other one is stopped in turn, remotely in the same way, and takes the live version.
  await far.write(shop("Four", "Ann was here"));
  expect((await far.run("agent", "apply", "shop.yaml")).err).toContain("-name: Mine");
  expect((await far.run("agent", "apply", "shop.yaml", "--theirs", "--mine")).code).toBe(2);
  expect((await far.run("agent", "apply", "shop.yaml", "--theirs")).code).toBe(0);
  expect(await far.read()).toBe(shop("Mine"));
  expect(await name()).toBe("Mine");
  await far.write(shop("Five"));
  expect((await far.run("agent", "apply", "shop.yaml", "--no-sync")).code).toBe(0);
  expect(await name()).toBe("Five");
});

test("an unknown file counts as based on what its own writer made, but nobody else's", async () => {
  await using people = await twoPeople();
  const { here, far } = people;
  await here.write(shop("One"));
  await here.run("agent", "apply", "shop.yaml", "--no-sync");
  await far.write(shop("Two"));
  expect((await far.run("agent", "apply", "shop.yaml")).err).toContain("by command line");
  // Identical text is no conflict, and a pipeline may replace its own version from a fresh clone.
  await far.write(shop("One"));
  expect((await far.run("agent", "apply", "shop.yaml")).out).toContain("is unchanged");
  await far.write(shop("Two"));
  expect((await far.run("agent", "apply", "shop.yaml", "--no-sync", "--mine")).code).toBe(0);
  await rm(join(far.file, "../.local"), { recursive: true });
  await far.write(shop("Three"));
  expect((await far.run("agent", "apply", "shop.yaml", "--no-sync")).code).toBe(0);
});

const changedMeanwhile = "Somebody else has changed this in the meantime. Check it, then try again.";

test("an agent that somebody creates during a remote apply is not replaced", async () => {
  await using people = await twoPeople();
  const { service, here, far } = people;
  await here.write(shop("Theirs"));
  await far.write(shop("Ours"));
  const { host } = new URL(service.baseUrl);
  const created: (number | null)[] = [];
  // The other person creates it right after the command has seen that there is none.
  const beFaster = async () => {
    created.push((await here.run("agent", "apply", "shop.yaml", "--no-sync")).code);
  };
  const between = createServer((request, response) => {
    const { method, url, headers } = request;
    const onward = forward(service.baseUrl + url, { method, headers: { ...headers, host } }, (answer) => {
      const isLook = answer.statusCode === 404 && created.length === 0;
      (isLook ? beFaster() : Promise.resolve()).then(
        () => answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers)),
        () => response.destroy(),
      );
    });
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  });
  await using proxy = await listenOnLoopback(between);

  const { code, err } = await far.run("agent", "apply", "shop.yaml", "--url", proxy.baseUrl);

  expect(created).toEqual([0]);
  expect([code, err.trim()]).toEqual([1, changedMeanwhile]);
  expect((await here.run("agent", "show", "shop")).out).toContain("name: Theirs");
});

test("an agent that somebody creates during a local apply is not replaced", async () => {
  await using operator = await newOperator();
  const settings = readSettings({}, operator.folder);
  await using services = await openServices(settings, { log: { warn: () => {} }, mayCreate: true });
  const { agents } = services.operations;
  const theirs = { agent: "shop", text: shop("Theirs"), baseDirectory: operator.folder };
  let looks = 0;
  const read: typeof agents.read = async (actor, request) => {
    const found = await agents.read(actor, request);
    if (isRefused(found) && looks++ === 0) await agents.apply(commandLine, theirs);
    return found;
  };
  const ignored = { write: () => true };
  const context = {
    folder: operator.folder,
    output: createOutput({ out: ignored, notes: ignored }),
    settings: () => settings,
    isElsewhere: () => false,
    seenVersions: createSeenVersions({ HOME: operator.folder }),
    withAdmin: (async (work) => {
      const operations = { ...services.operations, agents: { ...agents, read } };
      return work(await localWorkplace({ ...services, operations }, settings, () => Date.now()));
    }) satisfies CommandContext["withAdmin"],
  } as CommandContext;
  const file = await operator.write("shop.yaml", shop("Ours"));

  await expect(applyAgent(context)(file, { sync: false })).rejects.toThrow(changedMeanwhile);

  expect(looks).toBe(1);
  expect((await services.storage.agents.find("shop"))?.definition.name).toBe("Theirs");
});

test("a file is never named after an invalid agent id", async () => {
  await using operator = await newOperator();
  await operator.run("migrate");
  for (const id of ["../shop", "/tmp/shop", "a/b", "Shop", ""]) {
    const { code, err } = await operator.run("agent", "pull", id);
    expect([id, code, err]).toEqual([
      id,
      1,
      expect.stringContaining(`'${id}' is not the id of an agent: use a-z`),
    ]);
  }
  expect((await readdir(operator.folder)).filter((name) => name.includes("yaml"))).toEqual([]);
});
