import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { kindOfTest, kindsOfTests } from "../test/kinds.ts";
import { readEntrances } from "./entrances.ts";
import { findTestKindFaults } from "./find-test-kind-faults.ts";
import { readImports } from "./read-imports.ts";
import { readSourceFiles, repository } from "./source-files.ts";

const entrances = readEntrances();
const programs = readSourceFiles().filter(({ path }) => /\.(?:ts|tsx|mts|js|mjs)$/.test(path));

describe("a test's name says what it starts", () => {
  const files = programs.map(({ path, text }) => ({ path, imports: readImports(path, text) }));

  test("there are tests of every kind", () => {
    const kinds = new Set(files.map(({ path }) => kindOfTest(path)));
    expect(kinds).toEqual(new Set([...kindsOfTests, undefined]));
  });

  test("a unit test imports nothing that starts a process, a browser, a server or a database", () => {
    expect(findTestKindFaults(files, entrances)).toEqual([]);
  });
});

describe("the checker of tests' names", () => {
  test.each([
    ["packages/a/test/a.test.ts", `import { spawn } from "node:child_process";`, "a process"],
    ["packages/a/test/a.test.ts", `import { createServer } from "node:http";`, "a server"],
    ["packages/a/test/a.test.ts", `import * as net from "node:net";`, "a server"],
    ["packages/a/test/a.test.ts", `const { chromium } = await import("playwright-core");`, "a browser"],
    ["packages/a/test/a.test.ts", `import "@servicechat/storage/sqlite";`, "a database"],
    ["packages/a/test/a.test.ts", `export { start } from "./start.ts";`, "a process"],
    ["packages/a/test/a.database.test.ts", `import { chromium } from "playwright-core";`, "a browser"],
  ])("finds that %s starts what it must not: %s", (path, text, started) => {
    const faults = findTestKindFaults(
      [
        planted(path, text),
        planted("packages/a/test/start.ts", `import { fork } from "child_process";`),
        planted(
          entrances.get("@servicechat/storage/sqlite") ?? "",
          `import { DatabaseSync } from "node:sqlite";`,
        ),
      ],
      entrances,
    );
    expect(faults).toEqual([expect.stringContaining(`${path} is named like`)]);
    expect(faults[0]).toContain(`may start ${started}`);
  });

  test.each([
    [
      "packages/a/test/a.test.ts",
      `import { isIP } from "node:net"; import type { Browser } from "playwright-core";`,
    ],
    ["packages/a/test/a.database.test.ts", `import { spawn } from "node:child_process"; import "pg";`],
    ["packages/a/test/a.browser.test.ts", `import { chromium } from "playwright-core";`],
    ["packages/a/test/a.faults.test.ts", `import { chromium } from "playwright-core"; import "pg";`],
    ["packages/a/test/start.ts", `import { spawn } from "node:child_process";`],
  ])("lets %s import what it may: %s", (path, text) => {
    expect(findTestKindFaults([planted(path, text)], entrances)).toEqual([]);
  });
});

test("no test is retried", () => {
  // Assembled, so that this file does not contain what it looks for.
  const allowance = new RegExp(`(?:[{,]|^)\\s*${"ret"}${"ry"}:\\s*\\d`, "m");
  const config = {
    path: "vitest.config.ts",
    text: readFileSync(join(repository, "vitest.config.ts"), "utf8"),
  };
  const allowed = [config, ...programs.filter(({ path }) => kindOfTest(path))];
  expect(allowed.filter(({ text }) => allowance.test(text)).map(({ path }) => path)).toEqual([]);
});

function planted(path: string, text: string) {
  return { path, imports: readImports(path, text) };
}
