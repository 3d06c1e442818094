import { describe, expect, test } from "vitest";
import { sampleRun } from "./agent-tests.ts";
import {
  endOf,
  firstTurn,
  newId,
  putAgent,
  sampleFacts,
  sampleMessage,
  type OpenStorage,
} from "./samples.ts";
import { heardBy, putWebhook } from "./webhook-samples.ts";

/** Events of agents for webhooks, which belong to no chat. */
export function agentEventPromises(driver: string, open: OpenStorage): void {
  describe(`${driver}: events of agents`, () => {
    test("a gap that opens is reported once, its question is read when it is sent, and gone with its chat", async () => {
      await using storage = await open();
      await putAgent(storage);
      const hearing = await putWebhook(storage, { events: ["gap.opened"] });
      const deaf = [
        await putWebhook(storage, { events: ["chat.started"] }),
        await putWebhook(storage, { events: ["gap.opened"], agents: ["other"] }),
        await putWebhook(storage, { events: ["gap.opened"], enabled: false }),
      ];
      const id = newId("ses");
      const turn = firstTurn({
        session: { id, agentId: "guide", tokenHash: id },
        messages: [sampleMessage("Do you ship to Mars?")],
      });
      await storage.conversations.acceptTurn(turn);
      const facts = sampleFacts({ agentId: "guide", marks: ["unanswered"] });
      await storage.conversations.endReply(endOf(turn.replyId, { facts }));
      await storage.gaps.unplaced({ limit: 1 });
      for (let time = 0; time < 2; time++)
        await storage.gaps.place({ replyId: turn.replyId, gapId: "gap_1", vector: null, at: 2_000 });

      const heard = await heardBy(storage, hearing);
      expect(heard).toEqual([
        expect.objectContaining({
          type: "gap.opened",
          at: 2_000,
          chat: "",
          agent: "guide",
          subject: "gap_1",
        }),
      ]);
      for (const webhook of deaf)
        expect((await heardBy(storage, webhook)).map(({ type }) => type)).not.toContain("gap.opened");
      expect(JSON.stringify(heard)).not.toContain("Mars");
      const textOf = async () => heard[0] && (await storage.webhooks.contents(heard[0])).text;
      expect(await textOf()).toBe("Do you ship to Mars?");
      await storage.conversations.erase(id);
      expect(await textOf()).toBeNull();
      const sent = await storage.webhooks.replay({ webhookId: hearing.id, id: heard[0]?.id ?? "", now: 1 });
      expect(sent).toMatchObject({ chat: "", state: "pending" });
    });

    test("a run in which tests flip is reported with how many, one in which none does is not", async () => {
      await using storage = await open();
      await putAgent(storage);
      const webhook = await putWebhook(storage, { events: ["tests.flipped"] });
      const run = (...passed: readonly boolean[]) =>
        storage.agentTests.addRun(
          sampleRun({ results: passed.map((each, index) => ({ name: `test ${index}`, passed: each })) }),
        );
      await run(true, true, false);
      await run(true, true, false, false);
      expect(await heardBy(storage, webhook)).toEqual([]);
      await run(false, false, true, false);
      expect(await heardBy(storage, webhook)).toEqual([
        expect.objectContaining({ type: "tests.flipped", chat: "", subject: "3", detail: "2/1" }),
      ]);
    });
  });
}
