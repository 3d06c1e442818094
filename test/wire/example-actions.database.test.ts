import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { createOutbound } from "@servicechat/outbound";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { actionBlock, answerTo, askedIn, sendBlocks } from "../support/post-blocks.ts";
import { startRecordingApi } from "../support/recording-api.ts";
import { startService } from "../support/start-service.ts";

const file = fileURLToPath(new URL("../../examples/agents/actions.yaml", import.meta.url));

test("the example with actions has one of each kind, and its form makes the return once it is confirmed", async () => {
  await using api = await startRecordingApi(() => ({ number: "R-1", order: "A-1001" }));
  const text = (await readFile(file, "utf8")).replaceAll("http://127.0.0.1:4400", api.url);
  await using outbound = createOutbound({ allowedNetworks: ["127.0.0.1/32"] });
  await using service = await startService({
    agent: parse(text) as Record<string, unknown>,
    environment: { SHOP_TOKEN: "a-long-secret" },
    outbound,
  });
  const view = (await (await service.fetch("/chat-bot/agent")).json()) as {
    actions: { id: string; kind: string }[];
  };
  expect(view.actions.map(({ id, kind }) => `${kind} ${id}`)).toEqual([
    "prompt returns",
    "link shop",
    "form delivery",
    "form return",
    "host cart",
  ]);

  const input = { order: "A-1001", reason: "Damaged" };
  const asking = await sendBlocks(service, [actionBlock({ actionId: "return", input })]);
  const asked = askedIn(asking);
  expect(asked?.confirm).toMatchObject({
    title: "Return an order",
    request: "POST /api/returns",
    fields: [
      { label: expect.any(String), value: "A-1001" },
      { label: expect.any(String), value: "Damaged" },
    ],
    body: JSON.stringify(input),
  });
  expect(api.heard).toEqual([]);
  const made = await sendBlocks(service, [answerTo(asked, "Confirm")], asking.token);

  expect(made.text).toBe("Done.\n\n- Number: R-1\n- Order: A-1001");
  expect(api.heard).toMatchObject([
    { line: "POST /api/returns", headers: { authorization: "Bearer a-long-secret" } },
  ]);
});
