import { describe, expect, test } from "vitest";
import { onOneAndTwoNodes } from "../support/on-one-and-two-nodes.ts";
import {
  answerBlock,
  answerTo,
  askedIn,
  postBlocks,
  sendBlocks,
  textBlock,
  unpairedCalls,
} from "../support/post-blocks.ts";
import { lastOf, returnTools, shopToken } from "../support/return-desk.ts";
import { change, startAsked } from "../support/start-asked.ts";
import type { TestService } from "../support/start-service.ts";
import { ask, history } from "../support/visitor.ts";

const line = "POST /orders/1042/returns";

const typesOf = (events: readonly { readonly event: string }[]) => events.map(({ event }) => event);
const told = ({ model }: TestService) => {
  const last = model.asked.at(-1);
  return last && lastOf(last);
};

onOneAndTwoNodes("A call that must be confirmed", (nodes) => {
  test("is shown exactly and must be confirmed before it is made", async () => {
    await using desk = await startAsked({ nodes });
    const { api, service, reply, asked, token } = desk;
    expect(typesOf(reply.events)).toEqual([
      "start",
      "tool_usage_start",
      "ask_user_question",
      "tool_usage_stop",
      "done",
    ]);
    // Neither the back end's address nor its secrets concern the visitor.
    const confirm = {
      title: "Requesting the return",
      request: "POST /orders/1042/returns",
      fields: [{ label: "Order id", value: "1042" }],
      headers: expect.arrayContaining([
        { name: "content-type", value: "application/json" },
        { name: "authorization" },
      ]),
      body: '{"orderId":"1042"}',
    };
    expect(asked?.confirm).toEqual(confirm);
    expect(asked).toMatchObject({ questions: [{ header: "Confirm", multiSelect: false }] });
    expect((await history(service, token))[1]?.parts.at(-1)).toMatchObject({ type: "question", confirm });
    expect(api.heard).toEqual([]);
    const shown = JSON.stringify([reply.events, await history(service, token)]);
    expect(shown).not.toContain(shopToken);
    expect(shown).not.toContain(new URL(api.url).host);
  });

  test("and is confirmed is made once: shown as a use of a tool, then commented on", async () => {
    await using desk = await startAsked({ nodes });
    const { api, service, asked, token } = desk;

    const reply = await sendBlocks(service, [answerTo(asked, "Confirm")], token);

    expect(api.lines()).toEqual([line]);
    expect(api.heard[0]).toMatchObject({
      body: '{"orderId":"1042"}',
      headers: { authorization: `Bearer ${shopToken}` },
    });
    const types = typesOf(reply.events).filter((type) => type !== "tool_usage_progress");
    expect(types).toEqual(["start", "tool_usage_start", "tool_usage_stop", "text", "done"]);
    expect(reply.events[1]?.data).toMatchObject({ name: "return_order", title: "Requesting the return" });
    expect(reply.text).toContain("R-7");
    expect(service.model.asked).toHaveLength(2);
    expect(service.model.asked.flatMap(unpairedCalls)).toEqual([]);
    const messages = await history(service, token);
    const question = messages[1]?.parts.find(({ type }) => type === "question");
    expect(question?.["answer"]).toEqual({ answers: { [asked?.questions[0]?.question ?? ""]: "Confirm" } });
    expect(messages[3]?.parts[0]).toMatchObject({ type: "tool", name: "return_order", status: "succeeded" });
    expect(JSON.stringify([messages, service.model.asked, service.logged])).not.toContain(shopToken);
  });

  test("is made once, however often and wherever the answer is sent", async () => {
    await using desk = await startAsked({ nodes });
    const { api, service, asked, token } = desk;
    const confirm = [answerTo(asked, "Confirm")];
    const headers = { "Idempotency-Key": crypto.randomUUID() };

    const responses = await Promise.all([
      ...Array.from({ length: 3 }, () => postBlocks(service, confirm, { token })),
      ...Array.from({ length: 3 }, () => postBlocks(service, confirm, { token, headers })),
    ]);
    const texts = await Promise.all(responses.map((response) => response.text()));
    const late = await postBlocks(service, confirm, { token });
    const foreign = await ask(service, "hello");
    const stolen = await postBlocks(service, confirm, { token: foreign.token });

    expect(api.lines()).toEqual([line]);
    expect(texts.some((text) => text.includes("R-7"))).toBe(true);
    expect([late.status, stolen.status]).toEqual([400, 400]);
    expect(await history(service, token)).toHaveLength(4);
  });
});

describe("anything but the answer that confirms it is a refusal", () => {
  test.each([
    ["the other option", "Cancel"],
    ["another case", "confirm"],
    ["blanks around it", "Confirm "],
    ["more words", "Confirm, please"],
  ])("%s", async (_name, answer) => {
    await using desk = await startAsked();
    const { api, service, asked, token } = desk;

    const reply = await sendBlocks(service, [answerTo(asked, answer)], token);

    expect(reply.events.at(-1)?.event).toBe("done");
    expect(JSON.stringify(service.model.asked.at(-1))).toContain("the visitor did not confirm");
    expect(service.model.asked.flatMap(unpairedCalls)).toEqual([]);
    expect(api.heard).toEqual([]);
    expect((await postBlocks(service, [answerTo(asked, "Confirm")], { token })).status).toBe(400);
    expect(api.heard).toEqual([]);
  });

  test("skipping it, even with the answer that would confirm it", async () => {
    await using desk = await startAsked();
    const { api, service, asked, token } = desk;
    const { block } = answerTo(asked, "Confirm");

    await sendBlocks(service, [answerBlock({ ...block, skipped: true })], token);

    expect(told(service)?.text).toContain("the visitor did not confirm");
    expect(api.heard).toEqual([]);
  });

  test("and a question of the model's own that looks like one confirms nothing", async () => {
    const question = "May this be sent? Requesting the return";
    const options = ["Confirm", "Cancel"];
    const fake = { question, header: "Confirm", options, confirm: { request: "POST https://shop.example" } };
    await using desk = await startAsked({
      script: (asked) =>
        lastOf(asked).role === "user"
          ? [{ tool: "AskUserQuestion", input: { questions: [fake] } }]
          : ["As you like."],
    });
    const { api, service, asked, token } = desk;
    expect(asked).toMatchObject({ questions: [{ question }] });
    expect(asked?.confirm).toBeUndefined();

    const reply = await sendBlocks(service, [answerTo(asked, "Confirm")], token);

    expect(reply.text).toBe("As you like.");
    expect(api.heard).toEqual([]);
  });
});

describe("what was confirmed is what is sent", () => {
  test("if the agent has changed so that the request would be different, the visitor is asked again", async () => {
    await using desk = await startAsked();
    const { api, service, asked, token } = desk;
    const [, , tool] = returnTools(api.url);
    const http = { ...tool.http, method: "DELETE", url: `${api.url}/orders/{orderId}` };
    await change(service, { tools: [{ ...tool, http }] });

    const reply = await sendBlocks(service, [answerTo(asked, "Confirm")], token);

    expect(api.heard).toEqual([]);
    const anew = askedIn(reply);
    expect(anew?.confirm).toMatchObject({ request: "DELETE /orders/1042" });
    expect(anew?.confirm).not.toHaveProperty("body");
    expect(service.model.asked).toHaveLength(1);
    await sendBlocks(service, [answerTo(anew, "Confirm")], token);
    expect(api.lines()).toEqual(["DELETE /orders/1042"]);
    expect(service.model.asked.flatMap(unpairedCalls)).toEqual([]);
  });

  test("if only the hidden parts of the request have changed, the visitor is asked again too", async () => {
    await using desk = await startAsked();
    const { api, service, asked, token } = desk;
    const [, , tool] = returnTools(api.url);
    await change(service, { tools: [{ ...tool, http: { ...tool.http, body: { refund: "none" } } }] });

    const reply = await sendBlocks(service, [answerTo(asked, "Confirm")], token);

    expect(api.heard).toEqual([]);
    expect(askedIn(reply)?.confirm).toMatchObject({
      title: "Requesting the return",
      request: "POST /orders/1042/returns",
      body: '{"refund":"none"}',
    });
  });

  test("if only a header that is shown has changed, the visitor is asked again too", async () => {
    await using desk = await startAsked();
    const { api, service, asked, token } = desk;
    const [, , tool] = returnTools(api.url);
    const headers = { ...tool.http.headers, "X-Refund": "none" };
    await change(service, { tools: [{ ...tool, http: { ...tool.http, headers } }] });

    const reply = await sendBlocks(service, [answerTo(asked, "Confirm")], token);

    expect(api.heard).toEqual([]);
    const anew = askedIn(reply);
    expect(JSON.stringify(anew?.confirm)).toContain('{"name":"x-refund","value":"none"}');
    await sendBlocks(service, [answerTo(anew, "Confirm")], token);
    expect(api.heard[0]?.headers).toMatchObject({ "x-refund": "none" });
  });

  test("if the agent no longer has the tool, nothing is sent, and the model is told", async () => {
    await using desk = await startAsked();
    const { api, service, asked, token } = desk;
    await change(service, { tools: ["AskUserQuestion"] });
    const reply = await sendBlocks(service, [answerTo(asked, "Confirm")], token);
    expect(api.heard).toEqual([]);
    expect(reply.text).toContain("no such tool");
  });

  test("if no model of the agent is configured correctly, nothing is sent, and it can be confirmed later", async () => {
    await using desk = await startAsked();
    const { api, service, asked, token } = desk;
    const [agent] = await service.storage.agents.list();
    await change(service, { model: { ...agent?.definition.model, apiKeyEnv: "NOT_SET" } });

    const broken = await sendBlocks(service, [answerTo(asked, "Confirm")], token);

    expect(broken.events.at(-1)).toMatchObject({ event: "error", data: { code: "model_refused" } });
    expect(api.lines()).toEqual([]);

    await change(service, { model: agent?.definition.model });
    const again = await ask(service, "Please return 1042", { token });
    expect(JSON.stringify(service.model.asked.at(-1))).toContain("Not run: the visitor confirmed it");
    await sendBlocks(service, [answerTo(askedIn(again), "Confirm")], token);
    expect(api.lines()).toEqual([line]);
    expect(service.model.asked.flatMap(unpairedCalls)).toEqual([]);
  });

  test("and text that accompanies it is read after the request is made", async () => {
    await using desk = await startAsked();
    const { api, service, asked, token } = desk;
    await sendBlocks(service, [textBlock("It does not fit."), answerTo(asked, "Confirm")], token);
    expect(api.lines()).toEqual([line]);
    expect(JSON.stringify(service.model.asked.at(-1))).toContain("It does not fit.");
    expect(service.model.asked.flatMap(unpairedCalls)).toEqual([]);
  });
});
