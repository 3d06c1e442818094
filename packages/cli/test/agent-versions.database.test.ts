import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCommand } from "../../../test/support/run-command.ts";
import { spawnService } from "../../../test/support/spawn-service.ts";

const shop = (name: string, comment = "ours") =>
  `# ${comment}\nid: shop\nname: ${name}\nmodel: {provider: extractive}\n`;

/** Two people: one at the service's machine, one elsewhere with a token. Each has a folder with the file of one agent. */
async function twoPeople() {
  const service = await spawnService({ model: { provider: "extractive" } });
  await service.start();
  const created = await service.commandBeside(
    "token",
    "create",
    "--name",
    "Ann",
    "--role",
    "owner",
    "--json",
  );
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
    here: await person("here", { SERVICECHAT_DATA_DIR: join(service.dataDirectory, "data") }),
    far: await person("far", { SERVICECHAT_URL: service.baseUrl, SERVICECHAT_TOKEN: token }),
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await rm(root, { recursive: true, force: true });
    },
  };
}

test("versions are listed, brought back and pulled, here and from elsewhere alike", async () => {
  await using people = await twoPeople();
  const { here, far } = people;
  await here.write(shop("One"));
  await here.run("agent", "apply", "shop.yaml", "--no-sync");
  await here.write(shop("Two"));
  await here.run("agent", "apply", "shop.yaml", "--no-sync");
  const restored = await far.run("agent", "restore", "shop", "1", "--note", "Two was wrong");
  expect(restored).toMatchObject({ code: 0, out: "Agent 'shop' is as in version 1 again: name.\n" });
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

test("applying on top of a version that the file does not go on from stops, and shows the difference", async () => {
  await using people = await twoPeople();
  const { here, far } = people;
  const name = async () => {
    const { out } = await here.run("agent", "show", "shop", "--json");
    return (JSON.parse(out) as { definition: { name: string } }).definition.name;
  };
  await here.write(shop("One"));
  await here.run("agent", "apply", "shop.yaml", "--no-sync");
  // Whoever has pulled it goes on from it, and so does what they write next.
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
  // The other one is stopped in turn, from elsewhere just so, and takes what is there.
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

test("a file that nothing is remembered of goes on from what its own writer made, and from nobody else's", async () => {
  await using people = await twoPeople();
  const { here, far } = people;
  await here.write(shop("One"));
  await here.run("agent", "apply", "shop.yaml", "--no-sync");
  await far.write(shop("Two"));
  expect((await far.run("agent", "apply", "shop.yaml")).err).toContain("by command line");
  // The very same text is no conflict, and what a pipeline has made it may replace from a fresh clone.
  await far.write(shop("One"));
  expect((await far.run("agent", "apply", "shop.yaml")).out).toContain("is unchanged");
  await far.write(shop("Two"));
  expect((await far.run("agent", "apply", "shop.yaml", "--no-sync", "--mine")).code).toBe(0);
  await rm(join(far.file, "../.local"), { recursive: true });
  await far.write(shop("Three"));
  expect((await far.run("agent", "apply", "shop.yaml", "--no-sync")).code).toBe(0);
});
