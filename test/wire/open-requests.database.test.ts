import { describe, expect, test } from "vitest";
import { onOneNode } from "../support/on-one-node.ts";
import {
  actionBlock,
  answerTo,
  askedIn,
  postBlocks,
  sendBlocks,
  textBlock,
  unpairedCalls,
  type PostedBlock,
} from "../support/post-blocks.ts";
import { returnForm } from "../support/return-desk.ts";
import { change, startAsked } from "../support/start-asked.ts";
import type { TestService } from "../support/start-service.ts";
import { ask, history } from "../support/visitor.ts";

const line = "POST /orders/1042/returns";
const hours = { id: "hours", label: "Opening hours", kind: "prompt", prompt: "When are you open?" };

/** The history's record of every request that needed confirmation, in order. */
async function answersIn(service: TestService, token: string): Promise<readonly unknown[]> {
  const parts = (await history(service, token)).flatMap((message) => message.parts);
  return parts.flatMap((part) => (part["type"] === "question" ? [part["answer"]] : []));
}

/** The two newest messages to the model. */
const told = ({ model }: TestService) => model.asked.at(-1)?.messages.slice(-2);

const inBetween: readonly (readonly [string, PostedBlock, string])[] = [
  ["a question", textBlock("Do you ship to Norway?"), "Do you ship to Norway?"],
  ["the very word that confirms", textBlock("Confirm"), "Confirm"],
  ["the very word that declines", textBlock("Cancel"), "Cancel"],
  ["an action", actionBlock({ actionId: "hours" }), "When are you open?"],
];

onOneNode("A request that awaits confirmation, while something else is said", (nodes) => {
  test.each(inBetween)(
    "(%s) is neither confirmed nor declined, and the message is read as one",
    async (_name, block, heard) => {
      await using desk = await startAsked({ nodes, agent: { actions: [hours] } });
      const { api, service, asked, token } = desk;

      const reply = await sendBlocks(service, [block], token);

      expect(reply.text).toBe("As you like.");
      expect(service.model.asked.at(-1)?.messages.slice(-3)).toMatchObject([
        { role: "tool", content: expect.stringContaining("neither confirmed nor declined") },
        { role: "assistant" },
        { role: "user", content: heard },
      ]);
      expect(await answersIn(service, token)).toEqual([undefined]);
      expect(api.heard).toEqual([]);

      const confirmed = await sendBlocks(service, [answerTo(asked, "Confirm")], token);

      expect(api.lines()).toEqual([line]);
      expect(askedIn(confirmed)).toBeUndefined();
      expect(confirmed.text).toContain("R-7");
      expect(service.model.asked.flatMap(unpairedCalls)).toEqual([]);
      expect(await answersIn(service, token)).toMatchObject([{ answers: expect.anything() }]);
      expect((await postBlocks(service, [answerTo(asked, "Confirm")], { token })).status).toBe(400);
    },
  );

  test("can be declined afterwards, and is then never made", async () => {
    await using desk = await startAsked({ nodes });
    const { api, service, asked, token } = desk;
    await ask(service, "Do you ship to Norway?", { token });

    await sendBlocks(service, [answerTo(asked, "Cancel")], token);

    expect(JSON.stringify(told(service))).toContain("Cancel");
    expect((await postBlocks(service, [answerTo(asked, "Confirm")], { token })).status).toBe(400);
    expect(api.heard).toEqual([]);
  });
});

describe("a request that awaits confirmation", () => {
  test("is asked again if it is confirmed after a newer one", async () => {
    await using desk = await startAsked();
    const { api, service, asked: older, token } = desk;
    const newer = askedIn(await ask(service, "Please return 1043", { token }));
    expect(newer?.confirm?.request).toContain("/orders/1043/");

    const anew = askedIn(await sendBlocks(service, [answerTo(older, "Confirm")], token));

    expect(api.heard).toEqual([]);
    expect(anew?.confirm).toEqual(older?.confirm);
    await sendBlocks(service, [answerTo(anew, "Confirm")], token);
    expect(api.lines()).toEqual([line]);
    expect(service.model.asked.flatMap(unpairedCalls)).toEqual([]);
  });

  test("is asked again if the model no longer knows about it", async () => {
    await using desk = await startAsked();
    const { api, service, asked, token } = desk;
    for (let turn = 0; turn < 20; turn++) await ask(service, `Thing ${turn}`, { token });

    const anew = askedIn(await sendBlocks(service, [answerTo(asked, "Confirm")], token));

    expect(api.heard).toEqual([]);
    expect(anew?.confirm).toEqual(asked?.confirm);
  });

  test("from a form also remains unchanged when something else is said", async () => {
    await using desk = await startAsked();
    const { api, service } = desk;
    await change(service, { actions: [returnForm(api.url, { confirm: true })] });
    const first = await sendBlocks(service, [actionBlock({ actionId: "return", input: { orderId: "7" } })]);

    await ask(service, "Do you ship to Norway?", { token: first.token });

    expect(api.heard).toEqual([]);
    await sendBlocks(service, [answerTo(askedIn(first), "Confirm")], first.token);
    expect(api.lines()).toEqual(["POST /orders/7/returns"]);
  });
});
