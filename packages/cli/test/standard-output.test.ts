import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { node, program } from "../../../test/support/run-command.ts";
import { newOperator, smallAgent } from "./run-program.ts";
import type { Operator } from "./run-program.ts";

/** Runs a line of the shell, in which `$servicechat` is the command. */
async function shell(
  { folder }: Operator,
  line: string,
): Promise<{ readonly code: number; readonly err: string }> {
  const env = { PATH: process.env["PATH"], servicechat: `${node} ${program}` };
  return promisify(execFile)("sh", ["-c", line], { cwd: folder, env }).then(
    ({ stderr }) => ({ code: 0, err: stderr }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, err: stderr }),
  );
}

test.each([
  "--help",
  "agent schema",
  "agent show shop --json",
  "agent list",
  "key create --agent shop --allow a.example",
])("'%s' whose answer cannot be written ends with 1 and one sentence", async (words) => {
  await using operator = await newOperator();
  await operator.run("agent", "apply", await operator.write("shop.yaml", smallAgent));
  const { code, err } = await shell(operator, `$servicechat ${words} > /dev/full`);
  expect(code).toBe(1);
  expect(err).toBe(
    "The answer could not be written: ENOSPC: no space left on device, write. What it tells of is done.\n",
  );
});

test("an answer of which only the beginning could be written is not taken for written", async () => {
  await using operator = await newOperator();
  const { code, err } = await shell(
    operator,
    "trap '' XFSZ; ulimit -f 8; $servicechat agent schema > schema.json",
  );
  expect(statSync(join(operator.folder, "schema.json")).size, "bytes that had room").toBeGreaterThan(1000);
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringContaining("could not be written: EFBIG") as string,
  });
});

test("a reader that has seen enough is no failure", async () => {
  await using operator = await newOperator();
  const ended = await shell(
    operator,
    "{ $servicechat agent schema; echo $? > code; } | head -1; exit $(cat code)",
  );
  expect(ended).toEqual({ code: 0, err: "" });
});

test("a warning that cannot be written stops nothing", async () => {
  await using operator = await newOperator();
  const model = "{provider: openai, baseUrl: https://a.example/v1, name: m, apiKeyEnv: NOT_SET}";
  await operator.write("shop.yaml", `id: shop\nname: Shop\nmodel: ${model}\nknowledge: [{files: "*.md"}]\n`);
  await operator.write("a.md", "Apples");
  expect(await shell(operator, "$servicechat agent apply shop.yaml 2> /dev/full")).toMatchObject({ code: 0 });
  expect(await operator.json("knowledge", "list", "shop")).toHaveLength(1);
});
