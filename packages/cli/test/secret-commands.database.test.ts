import { expect, test } from "vitest";
import { newOperator, runShell } from "./run-program.ts";

const agent = `id: shop
name: Shop
model: { provider: openai, name: m, baseUrl: "https://models.example/v1", apiKeyEnv: MODEL_KEY }
`;

test("a secret is stored from standard input, listed without its value, and removed", async () => {
  await using operator = await newOperator();
  const set =
    "printf 'sk-0123456789abcdef-wxyz\\n' | $servicechat secret set MODEL_KEY --origin https://models.example";
  expect(await runShell(operator, set)).toMatchObject({
    code: 0,
    out: "Stored MODEL_KEY, which is sent only to https://models.example.\n",
  });
  await operator.run("agent", "apply", await operator.write("shop.yaml", agent));

  const { out } = await operator.run("secret", "list");
  expect(out).toMatch(/^MODEL_KEY +wxyz +https:\/\/models\.example +all agents +shop /m);
  expect(out).not.toContain("sk-0123456789");
  expect((await operator.storedBytes()).includes("sk-0123456789")).toBe(false);

  expect(await operator.run("secret", "remove", "MODEL_KEY")).toMatchObject({
    code: 1,
    err: expect.stringContaining("These agents use the secret: shop. Change them first"),
  });
  expect((await operator.run("secret", "remove", "MODEL_KEY", "--force")).out).toBe(
    "Secret MODEL_KEY is removed.\n",
  );
  expect(await operator.json("secret", "list")).toEqual([]);
  expect(await operator.run("secret", "remove", "MODEL_KEY")).toMatchObject({
    code: 1,
    err: expect.stringContaining("servicechat secret list"),
  });
});

test("a secret without a place to send it to, with a path in it, or with a wrong name is refused", async () => {
  await using operator = await newOperator();
  const set = (rest: string) => runShell(operator, `echo value | $servicechat secret set ${rest}`);
  expect(await set("MODEL_KEY")).toMatchObject({ code: 2, err: expect.stringContaining("--origin") });
  expect(await set("MODEL_KEY --origin https://models.example/v1")).toMatchObject({
    code: 1,
    err: expect.stringContaining("without a path"),
  });
  expect(await set("model-key --origin https://models.example")).toMatchObject({
    code: 1,
    err: expect.stringContaining("begin with a letter"),
  });
  expect(await operator.json("secret", "list")).toEqual([]);
});
