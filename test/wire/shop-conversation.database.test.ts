import { expect, test } from "vitest";
import { startModelServer } from "../support/model-server.ts";
import type { ModelScript } from "../support/model-server.ts";
import {
  actionBlock,
  answerBlock,
  answerTo,
  askedIn,
  sendBlocks,
  unpairedCalls,
} from "../support/post-blocks.ts";
import { startRecordingApi } from "../support/recording-api.ts";
import { lastOf, returnForm, returnTools, shopToken } from "../support/return-desk.ts";
import { spawnService } from "../support/spawn-service.ts";
import { ask, history } from "../support/visitor.ts";

const reason = "Why do you return it?";
const wishes = "What would you like instead?";
const option = (label: string) => ({ label, description: "" });
const questions = [
  {
    question: reason,
    header: "Reason",
    options: [option("Does not fit"), option("Damaged")],
    multiSelect: false,
  },
  { question: wishes, header: "Instead", options: [option("Money"), option("Voucher")], multiSelect: true },
];

/** An assistant of a shop: looks up orders, asks why before it returns one, and reports the result. */
const assistant: ModelScript = (asked) => {
  const { role, text } = lastOf(asked);
  if (role !== "tool") {
    if (text.includes("Where is order")) return [{ tool: "order_status", input: { orderId: "1042" } }];
    if (text.includes("send it back")) return [{ tool: "AskUserQuestion", input: { questions } }];
    return ["You are welcome."];
  }
  if (text.includes("answers")) return ["I will.", { tool: "return_order", input: { orderId: "1042" } }];
  if (text.includes("returnId")) return [`Your return is ${/R-\d/.exec(text)?.[0]}.`];
  return [`Order 1042 is ${/"state":"([^"]+)"/.exec(text)?.[1]}.`];
};

test.each([
  ["in one go", false],
  ["with a kill -9 after every reply", true],
])(
  "a visitor asks for an order, answers a question, confirms the return, and fills in a form: %s",
  async (_name, isKilled) => {
    let returns = 6;
    await using api = await startRecordingApi(({ line }) =>
      line.startsWith("GET") ? { state: "on its way" } : { returnId: `R-${++returns}` },
    );
    await using model = await startModelServer(assistant);
    await using service = await spawnService({
      model: { provider: "openai", baseUrl: model.baseUrl, name: "m" },
      agent: { tools: returnTools(api.url), actions: [returnForm(api.url, { confirm: true })] },
      settings: { SHOP_TOKEN: shopToken, SERVICECHAT_ALLOWED_NETWORKS: "127.0.0.0/8" },
    });
    await service.start();
    const again = async () => {
      if (!isKilled) return;
      await service.end("SIGKILL");
      await service.start();
    };

    const status = await ask(service, "Where is order 1042?");
    const { token } = status;
    expect(status.text).toBe("Order 1042 is on its way.");
    await again();
    const asked = askedIn(await ask(service, "I want to send it back", { token }));
    expect(asked?.questions).toEqual(questions);
    await again();
    const answers = { [reason]: "The colour is wrong", [wishes]: ["Money", "Voucher"] };
    const answer = answerBlock({ questionId: asked?.id, answers });
    const confirm = askedIn(await sendBlocks(service, [answer], token));
    expect(confirm?.confirm?.request).toBe("POST /orders/1042/returns");
    expect(api.lines()).toEqual(["GET /orders/1042"]);
    await again();
    expect((await sendBlocks(service, [answerTo(confirm, "Confirm")], token)).text).toBe(
      "Your return is R-7.",
    );
    await again();
    const form = [actionBlock({ actionId: "return", input: { orderId: "1043" } })];
    const formAsked = askedIn(await sendBlocks(service, form, token));
    expect(formAsked?.confirm?.title).toBe("Return an order");
    await again();
    expect((await sendBlocks(service, [answerTo(formAsked, "Confirm")], token)).text).toBe(
      "Your return is R-8.",
    );
    await again();
    expect((await ask(service, "Thank you", { token })).text).toBe("You are welcome.");

    expect(api.lines()).toEqual([
      "GET /orders/1042",
      "POST /orders/1042/returns",
      "POST /orders/1043/returns",
    ]);
    const messages = await history(service, token);
    expect(messages.map((each) => each.status)).toEqual(Array(14).fill("complete"));
    const answered = messages.flatMap(({ parts }) => parts).filter(({ type }) => type === "question");
    expect(answered.map((part) => part["answer"] !== undefined)).toEqual([true, true, true]);
    expect(answered[0]?.["answer"]).toEqual({ answers });
    expect(model.asked.flatMap(unpairedCalls)).toEqual([]);
    expect(JSON.stringify([messages, model.asked])).not.toContain(shopToken);
  },
);
