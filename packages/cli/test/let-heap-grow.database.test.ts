import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const source = fileURLToPath(new URL("../src/process/let-heap-grow.ts", import.meta.url));

test("V8 knows what it is told of its heap: of an option that it does not know it only complains", async () => {
  const script = `import { letHeapGrow } from ${JSON.stringify(source)}; letHeapGrow();`;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [
    "--input-type=module",
    "--eval",
    script,
  ]);
  expect(stdout + stderr).toBe("");
});
