import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newOperator, runShell, smallAgent } from "./run-program.ts";

test.each([
  "--help",
  "agent schema",
  "agent show shop --json",
  "agent list",
  "key create --agent shop --allow a.example",
])("'%s' whose output cannot be written exits with 1 and one sentence", async (words) => {
  await using operator = await newOperator();
  await operator.run("agent", "apply", await operator.write("shop.yaml", smallAgent));
  // With an address, there are no notes about a key.
  const environment = "SERVICECHAT_PUBLIC_URL=http://localhost:8080";
  const { code, err } = await runShell(operator, `${environment} $servicechat ${words} > /dev/full`);
  expect(code).toBe(1);
  expect(err).toBe(
    "The command succeeded, but its output could not be written: ENOSPC: no space left on device, write.\n",
  );
});

test("a partial write does not count as complete", async () => {
  await using operator = await newOperator();
  const { code, err } = await runShell(
    operator,
    "trap '' XFSZ; ulimit -f 8; $servicechat agent schema > schema.json",
  );
  expect(statSync(join(operator.folder, "schema.json")).size, "bytes that had room").toBeGreaterThan(1000);
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringContaining("could not be written: EFBIG") as string,
  });
});

test("a reader that has seen enough is not a failure", async () => {
  await using operator = await newOperator();
  const ended = await runShell(
    operator,
    "{ $servicechat agent schema; echo $? > code; } | head -1; exit $(cat code)",
  );
  expect(ended).toEqual({ code: 0, out: "{\n", err: "" });
});

test("a warning that cannot be written prevents nothing", async () => {
  await using operator = await newOperator();
  const model = "{provider: openai, baseUrl: https://a.example/v1, name: m, apiKeyEnv: NOT_SET}";
  await operator.write("shop.yaml", `id: shop\nname: Shop\nmodel: ${model}\nknowledge: [{files: "*.md"}]\n`);
  await operator.write("a.md", "Apples");
  expect(await runShell(operator, "$servicechat agent apply shop.yaml 2> /dev/full")).toMatchObject({
    code: 0,
  });
  expect(await operator.json("knowledge", "list", "shop")).toHaveLength(1);
});
