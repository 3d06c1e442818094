import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const file = new URL("../src/process/hide-experimental-warnings.ts", import.meta.url);

test("warnings about experimental features of the runtime are hidden, and all others are shown", async () => {
  const script = `
    const { hideExperimentalWarnings } = await import(${JSON.stringify(file.href)});
    hideExperimentalWarnings();
    process.emitWarning("something is new", "ExperimentalWarning");
    process.emitWarning("something is wrong");`;
  const { stderr } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], {
    cwd: fileURLToPath(new URL(".", import.meta.url)),
  });
  expect(stderr).toContain("something is wrong");
  expect(stderr).not.toContain("something is new");
});
