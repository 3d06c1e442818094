import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const source = fileURLToPath(new URL("../src/process/heap-growth.ts", import.meta.url));

test("V8 accepts our heap options: it would only warn about unknown ones", async () => {
  const script = `
    import { letOldGenerationGrow, letYoungGenerationGrow } from ${JSON.stringify(source)};
    letYoungGenerationGrow();
    letOldGenerationGrow();`;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [
    "--input-type=module",
    "--eval",
    script,
  ]);
  expect(stdout + stderr).toBe("");
});
