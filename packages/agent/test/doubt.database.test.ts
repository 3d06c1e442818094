import { OutboundError } from "@servicechat/outbound";
import { expect, test } from "vitest";
import { startModelServer } from "./model-server.ts";
import { notingTool, runWithTools } from "./run-with-tools.ts";
import { saying } from "./scripted-model.ts";

const request = (orderId: string) => `POST https://shop.example/orders/${orderId}/returns`;
const input = { orderId: "1042" };
const decided = {
  call: { name: "return_order", input },
  confirmed: { title: "Requesting the return", request: request("1042"), body: JSON.stringify(input) },
};

test.each([
  [new OutboundError("refused", "no", { nothingSent: true }), "The tool failed. Nothing was sent."],
  [new OutboundError("refused", "a redirect"), "The tool failed. It may have taken effect."],
  [new Error("broken off"), "The tool failed. It may have taken effect."],
])(
  "a tool that may change things and failed (%s): the model is told that it may have taken effect",
  async (failure, told) => {
    await using server = await startModelServer(saying("It did not work."));
    const tool = notingTool({ request, run: () => Promise.reject(failure) });
    const { outcome } = await runWithTools({ url: server.url, tools: [tool], decided });
    expect(outcome.transcript[1]).toMatchObject({ failed: true, result: told });
  },
);
