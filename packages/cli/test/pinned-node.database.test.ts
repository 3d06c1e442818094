import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { newOperator } from "./run-program.ts";
import { spawnCommand } from "../../../test/support/run-command.ts";

interface PinnedNode {
  readonly fits: (version: string) => boolean;
  readonly pinnedVersion: string;
}

const file = fileURLToPath(new URL("../bin/pinned-node.mjs", import.meta.url));
const { fits, pinnedVersion }: PinnedNode = await import(file);
const [major = 0, minor = 0, patch = 0] = pinnedVersion.split(".").map(Number);

test.each([
  ["the pinned one", `v${pinnedVersion}`, true],
  ["a later patch", `v${major}.${minor}.${patch + 1}`, true],
  ["a later minor version", `v${major}.${minor + 1}.0`, true],
  ["an earlier minor version", `v${major}.${minor - 1}.9`, false],
  ["the major version before", `v${major - 1}.${minor + 1}.0`, false],
  ["the major version after", `v${major + 1}.0.0`, false],
])("the service runs only on the pinned Node and newer ones of its major version: %s", (_, version, does) => {
  expect(fits(version)).toBe(does);
});

/** Another Node on this machine that the service does not support. */
const other = (process.env["PATH"] ?? "")
  .split(delimiter)
  .map((folder) => join(folder, "node"))
  .filter((program) => existsSync(program))
  .find((program) => !fits(execFileSync(program, ["--version"], { encoding: "utf8" }).trim()));

test.skipIf(!other)(
  `a command that starts with another Node hands over to the pinned one, with its arguments, output and exit code ${other ? "" : "(this machine has no other)"}`,
  async () => {
    await using operator = await newOperator();
    const variables = { PATH: process.env["PATH"], HOME: operator.folder };
    const run = (...words: string[]) =>
      spawnCommand(operator.folder, variables, words, { startedWith: other });

    expect(await run("migrate")).toMatchObject({ code: 0 });
    expect(await run("agent", "list", "--json")).toMatchObject({ code: 0, out: "[]\n" });
    expect(await run("agent", "show", "nobody")).toMatchObject({ code: 1, out: "" });
  },
);
