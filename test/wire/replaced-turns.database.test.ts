import { describe, expect, test } from "vitest";
import {
  actionBlock,
  answerTo,
  askedIn,
  postBlocks,
  sendBlocks,
  textBlock,
  unpairedCalls,
} from "../support/post-blocks.ts";
import { lastAsk, lastSaid, notReplaceable, refusal, replace, said } from "../support/replace.ts";
import { returnForm } from "../support/return-desk.ts";
import { change, startAsked } from "../support/start-asked.ts";
import { startService } from "../support/start-service.ts";
import { askWithFiles, fileBlock, upload } from "../support/uploads.ts";
import { ask, hear, history } from "../support/visitor.ts";

describe("what belongs to a replaced turn", () => {
  test("its files can be sent again, and others cannot", async () => {
    await using service = await startService({ agent: { uploads: {} } });
    const { id, token } = await upload(service, { bytes: "The lamp is green." });
    const older = await upload(service, { bytes: "The lamp is blue.", token });
    await askWithFiles(service, { token, ids: [older.id], text: "First" });
    await askWithFiles(service, { token, ids: [id], text: "What colour is it?" });
    const replaces = await lastSaid(service, token);

    const stranger = await postBlocks(service, [fileBlock(older.id), textBlock("Which?")], {
      token,
      replaces,
    });
    expect(stranger.status).toBe(400);
    const answer = await postBlocks(service, [fileBlock(id), textBlock("Which colour?")], {
      token,
      replaces,
    });
    expect(answer.status).toBe(200);
    await hear(answer);
    expect(JSON.stringify(lastAsk(service))).toContain("The lamp is green.");
    const without = await postBlocks(service, [textBlock("None?")], {
      token,
      replaces: await lastSaid(service, token),
    });
    await hear(without);
    expect(JSON.stringify(lastAsk(service))).not.toContain("The lamp is green.");
    expect((await postBlocks(service, [fileBlock(id)], { token })).status).toBe(400);
  });

  test("its question can no longer be answered; what it had answered, the new turn answers", async () => {
    const question = (text: string) => ({ question: text, header: "Q", options: [], multiSelect: false });
    const tool = (text: string) => ({ tool: "AskUserQuestion", input: { questions: [question(text)] } });
    await using service = await startService({
      agent: { tools: ["AskUserQuestion"] },
      script: (asked) => {
        const text = said(asked).at(-1) ?? "";
        if (text === "I want a shirt") return [tool("Which size?")];
        return text.includes("large") ? [tool("Which colour?")] : ["Thank you."];
      },
    });
    const first = await ask(service, "I want a shirt");
    const { token } = first;
    const size = askedIn(first);
    const second = await ask(service, "large", { token });
    const colour = askedIn(second);
    expect(colour?.questions).toHaveLength(1);

    const replaces = await lastSaid(service, token);
    await hear(await replace(service, "small", { token, replaces }));
    expect(service.model.asked.flatMap(unpairedCalls)).toEqual([]);
    expect(lastAsk(service).at(-1)).toContain("small");
    const parts = (await history(service, token)).flatMap((message) => message.parts);
    const answers = parts.flatMap((part) => (part["type"] === "question" ? [part["answer"]] : []));
    expect(answers).toEqual([
      { answers: { "Which size?": "small" }, plainText: true },
      { answers: {}, skipped: true },
    ]);

    const late = await postBlocks(service, [answerTo(colour, "red")], { token });
    expect(late.status).toBe(400);
    expect(await late.json()).toMatchObject({ detail: expect.stringContaining("answered already") });
    const again = { token, replaces: await lastSaid(service, token) };
    await hear(await postBlocks(service, [answerTo(size, "medium")], again));
    expect(lastAsk(service).at(-1)).toContain("medium");
    expect((await postBlocks(service, [answerTo(size, "small")], { token })).status).toBe(400);
  });

  test("a question that it had answered long after it was asked, the new turn answers too", async () => {
    const action = { id: "hi", label: "Hi", kind: "prompt", prompt: "Hi" };
    const question = { question: "Which size?", header: "Q", options: [], multiSelect: false };
    await using service = await startService({
      agent: { tools: ["AskUserQuestion"], actions: [action] },
      script: (asked) =>
        said(asked).at(-1) === "I want a shirt"
          ? [{ tool: "AskUserQuestion", input: { questions: [question] } }]
          : ["Thank you."],
    });
    const first = await ask(service, "I want a shirt");
    const { token } = first;
    const size = askedIn(first);
    // An action answers nothing, so the question stays open.
    await sendBlocks(service, [actionBlock({ actionId: "hi" })], token);
    await sendBlocks(service, [answerTo(size, "small")], token);

    const replaces = await lastSaid(service, token);
    const answer = await postBlocks(service, [answerTo(size, "large")], { token, replaces });
    expect(answer.status).toBe(200);
    await hear(answer);
    expect((await history(service, token))[1]?.parts.at(-1)).toMatchObject({
      answer: { answers: { "Which size?": "large" } },
    });
  });

  test("a form that sent a request prevents replacing its turn, whatever happened to the form since", async () => {
    await using desk = await startAsked();
    const { api, service } = desk;
    const { token } = await sendBlocks(service, [
      actionBlock({ actionId: "return", input: { orderId: "7" } }),
    ]);
    const replaces = await lastSaid(service, token);
    for (const actions of [undefined, [returnForm(api.url, { hideInChat: true })], []]) {
      if (actions) await change(service, { actions });
      expect(await refusal(await replace(service, "Undo that", { token, replaces }))).toBe(notReplaceable);
    }
  });

  test("a request that awaits confirmation is never made; one that was made prevents replacing its turn", async () => {
    await using desk = await startAsked();
    const { api, service, asked, token } = desk;
    const replaces = await lastSaid(service, token);
    const other = await hear(await replace(service, "Please return 1043", { token, replaces }));
    expect((await postBlocks(service, [answerTo(asked, "Confirm")], { token })).status).toBe(400);
    expect(api.heard).toEqual([]);

    const refused = await sendBlocks(service, [textBlock("No, wait")], token);
    expect(refused.events.at(-1)?.event).toBe("done");
    const anew = { token, replaces: await lastSaid(service, token) };
    await hear(await postBlocks(service, [answerTo(askedIn(other), "Confirm")], anew));
    expect(api.lines()).toEqual(["POST /orders/1043/returns"]);
    expect(service.model.asked.flatMap(unpairedCalls)).toEqual([]);

    const confirmed = await lastSaid(service, token);
    expect(await refusal(await replace(service, "Undo that", { token, replaces: confirmed }))).toBe(
      notReplaceable,
    );
    expect(api.lines()).toHaveLength(1);
  });
});
