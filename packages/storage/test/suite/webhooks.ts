import { describe, expect, test } from "vitest";
import type { WebhookChanges } from "../../src/index.ts";
import { ada, returnOf, saying, takeOf } from "./handoff-samples.ts";
import { auditedIn, sampleAudit } from "./operator-samples.ts";
import {
  endOf,
  firstTurn,
  nextTurn,
  putAgent,
  sampleMessage,
  startChat,
  type OpenStorage,
} from "./samples.ts";
import { allEvents, heardBy, kindOf, putWebhook, sampleWebhook } from "./webhook-samples.ts";

/** The events of webhooks, written with what they report. */
export function webhookPromises(driver: string, open: OpenStorage): void {
  describe(`${driver}: webhooks`, () => {
    test("a webhook is read back as made, changed, listed and removed with its deliveries", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { webhooks } = storage;
      const made = sampleWebhook({ agents: ["guide"], createdAt: 2000 });
      await webhooks.create(made, sampleAudit({ what: "webhook.create" }));
      const other = await putWebhook(storage, { text: true });
      await startChat(storage);

      expect(await webhooks.find(made.id)).toEqual(made);
      expect((await webhooks.list({ limit: 9 })).items).toEqual([made, other]);
      const first = await webhooks.list({ limit: 1 });
      expect(await webhooks.list({ limit: 1, ...(first.next && { after: first.next }) })).toEqual({
        items: [other],
        next: null,
      });
      const change = { id: made.id, values: { agents: null, enabled: false }, expected: 1 };
      const changed = { ...made, ...change.values, revision: 2 };
      const audit = sampleAudit({ what: "webhook.change" });
      expect(await webhooks.update({ ...change, audit })).toEqual({ kind: "updated", webhook: changed });
      expect(await webhooks.update({ ...change, audit })).toEqual({ kind: "newer_revision", revision: 2 });
      expect(await webhooks.update({ ...change, id: "none" })).toEqual({ kind: "webhook_not_found" });
      expect(await heardBy(storage, made)).not.toEqual([]);
      expect(await webhooks.remove(made.id, sampleAudit({ what: "webhook.delete" }))).toBe(true);
      expect(await webhooks.remove(made.id, sampleAudit())).toBe(false);
      expect(await heardBy(storage, made)).toEqual([]);
      expect(await heardBy(storage, other)).not.toEqual([]);
      expect(await auditedIn(storage)).toEqual(["webhook.create", "webhook.change", "webhook.delete"]);
    });

    test("each event of a chat is noted once, with who wrote and no word of what", async () => {
      await using storage = await open();
      await putAgent(storage);
      const webhook = await putWebhook(storage);
      const { conversations, handoffs, feedback, webhooks } = storage;
      const turn = firstTurn({ messages: [sampleMessage("One"), sampleMessage("Two")] });
      await conversations.acceptTurn(turn);
      await conversations.endReply(endOf(turn.replyId, { content: "An answer" }));
      const sessionId = turn.session.id;
      const rating = { sessionId, replyId: turn.replyId, at: 3000 };
      await feedback.rate({ ...rating, feedback: { rating: "down", comment: "No good" } });
      await feedback.rate({ ...rating, feedback: { rating: "down", comment: "No good" } });
      await feedback.rate({ ...rating, feedback: null });
      const message = saying("I am Ada");
      await handoffs.move(takeOf(sessionId, { message }));
      await conversations.acceptTurn(nextTurn(sessionId));
      await handoffs.move(returnOf(sessionId, { event: { id: "closing", type: "closed", name: ada.name } }));

      const heard = await heardBy(storage, webhook);
      expect(heard.map((each) => `${kindOf(each)} ${each.name}`)).toEqual([
        "chat.closed Ada",
        "chat.started null",
        "chat.taken Ada",
        "feedback.created down null",
        "message.created agent null",
        "message.created person Ada",
        "message.created visitor null",
        "message.created visitor null",
        "message.created visitor null",
      ]);
      for (const each of heard)
        expect(each).toMatchObject({
          chat: sessionId,
          agent: "guide",
          state: "pending",
          tries: [],
          tried: 0,
        });
      const contents = await Promise.all(heard.map((each) => webhooks.contents(each)));
      expect(contents.map(({ text }) => String(text)).toSorted()).toEqual(
        ["An answer", "I am Ada", "One", "Two", "Hello", "null", "null", "null", "null"].toSorted(),
      );
    });

    test("why a person was asked for is read when it is sent", async () => {
      await using storage = await open();
      await putAgent(storage);
      const webhook = await putWebhook(storage, { events: ["chat.waiting"] });
      const { sessionId } = await startChat(storage);
      const { operator: _operator, ...asked } = takeOf(sessionId, {
        to: "waiting",
        event: { id: "asking", type: "waiting" },
        handoff: { by: "agent", reason: "other", summary: "A refund", email: null, since: 5000 },
      });
      await storage.handoffs.move(asked);
      const [heard, ...more] = await heardBy(storage, webhook);
      expect(more).toEqual([]);
      expect(heard && (await storage.webhooks.contents(heard))).toEqual({
        text: null,
        email: null,
        askedBy: "agent",
        reason: "other",
        summary: "A refund",
      });
    });

    test("a webhook receives only its own events and agents, and nothing while it is disabled", async () => {
      await using storage = await open();
      await putAgent(storage);
      await putAgent(storage, "guide2");
      const started = await putWebhook(storage, { events: ["chat.started"] });
      const second = await putWebhook(storage, { agents: ["guide2"] });
      const off = await putWebhook(storage, { enabled: false });
      await startChat(storage);
      expect((await heardBy(storage, started)).map(kindOf)).toEqual(["chat.started"]);
      expect(await heardBy(storage, second)).toEqual([]);
      expect(await heardBy(storage, off)).toEqual([]);
    });

    test("a turn that is not accepted, or a reply without a word, is nothing to hear of", async () => {
      await using storage = await open();
      await putAgent(storage);
      const webhook = await putWebhook(storage);
      const refused = firstTurn({ session: { id: "ses_x", agentId: "nobody", tokenHash: "x" } });
      expect(await storage.conversations.acceptTurn(refused)).toEqual({ kind: "agent_removed" });
      const turn = firstTurn();
      await storage.conversations.acceptTurn(turn);
      await storage.conversations.endReply(
        endOf(turn.replyId, { status: "stopped", content: "", parts: [] }),
      );
      expect((await heardBy(storage, webhook)).map(kindOf)).toEqual([
        "chat.started",
        "message.created visitor",
      ]);
    });

    test("an erased chat leaves what is still to be sent, without a name or a text, and that it is gone", async () => {
      await using storage = await open();
      await putAgent(storage);
      const webhook = await putWebhook(storage);
      const { sessionId } = await startChat(storage);
      await storage.handoffs.move(takeOf(sessionId, { message: saying("Secret") }));
      const now = 10_000;
      const claimed = await storage.webhooks.claim({ webhookId: webhook.id, now, until: 20_000, limit: 2 });
      const made = { at: now, status: 200, ms: 3, error: null };
      for (const { id } of claimed)
        await storage.webhooks.settle({ id, claim: 20_000, made, state: "delivered", nextAt: null });
      expect(claimed).toHaveLength(2);

      await storage.conversations.erase(sessionId);

      const heard = await heardBy(storage, webhook);
      expect(heard.map(({ type }) => type)).toContain("chat.erased");
      const gone = new Set(claimed.map(({ id }) => id));
      expect(heard.filter(({ id }) => gone.has(id))).toEqual([]);
      for (const each of heard) {
        expect(each).toMatchObject({ state: "pending", name: null });
        expect((await storage.webhooks.contents(each)).text).toBeNull();
      }
    });

    test("of senders that claim at once each delivery has one, and one that is late changes nothing", async () => {
      await using storage = await open();
      await putAgent(storage);
      const webhook = await putWebhook(storage, { events: ["chat.started"] });
      for (let time = 0; time < 6; time++) await startChat(storage);
      const { webhooks } = storage;
      expect(await webhooks.due(5000)).toEqual([webhook]);
      const claim = { webhookId: webhook.id, now: 5000, until: 9000, limit: 6 };
      const claims = await Promise.all([1, 2, 3].map(() => webhooks.claim(claim)));
      const ids = claims.flat().map(({ id }) => id);
      expect(ids).toHaveLength(6);
      expect(new Set(ids).size).toBe(6);
      expect(await webhooks.due(5000)).toEqual([]);

      const id = ids[0] ?? "";
      const made = { at: 9000, status: 500, ms: 12, error: null };
      const again = await webhooks.claim({ ...claim, now: 9000, until: 13_000 });
      expect(again.map((each) => each.id).toSorted()).toEqual(ids.toSorted());
      await webhooks.settle({ id, claim: 9000, made, state: "failed", nextAt: null });
      await webhooks.settle({ id, claim: 13_000, made, state: "pending", nextAt: 14_000 });
      const find = async () => (await heardBy(storage, webhook)).find((each) => each.id === id);
      expect(await find()).toMatchObject({ state: "pending", tries: [made], tried: 1, nextAt: 14_000 });
      expect(await webhooks.claim({ ...claim, now: 13_000, limit: 9 })).toHaveLength(5);
    });

    test("a replay sends the same delivery again with new tries, and only of its webhook", async () => {
      await using storage = await open();
      await putAgent(storage);
      const webhook = await putWebhook(storage, { events: ["chat.started"] });
      await startChat(storage);
      const { webhooks } = storage;
      const claim = { webhookId: webhook.id, now: 5000, until: 9000, limit: 1 };
      const [claimed] = await webhooks.claim(claim);
      const id = claimed?.id ?? "";
      const made = { at: 5000, status: null, ms: 2, error: "refused" };
      await webhooks.settle({ id, claim: 9000, made, state: "failed", nextAt: null });
      expect(await webhooks.due(1_000_000)).toEqual([]);
      const replay = { webhookId: webhook.id, id, now: 6000 };
      expect(await webhooks.replay({ ...replay, webhookId: "other" })).toBeUndefined();
      const audit = sampleAudit({ what: "webhook.replay" });
      expect(await webhooks.replay({ ...replay, audit })).toMatchObject({
        id,
        state: "pending",
        tries: [made],
        tried: 0,
        nextAt: 6000,
      });
      expect(await auditedIn(storage)).toEqual(["webhook.replay"]);
      expect((await webhooks.claim({ ...claim, now: 6000 })).map((each) => each.id)).toEqual([id]);
    });

    test("what a changed webhook no longer hears of is not sent, and not sent again", async () => {
      await using storage = await open();
      await putAgent(storage);
      await putAgent(storage, "guide2");
      const { webhooks } = storage;
      const webhook = await putWebhook(storage, { events: ["chat.started", "message.created"] });
      const other = await putWebhook(storage);
      await startChat(storage);
      const change = (values: WebhookChanges) => webhooks.update({ id: webhook.id, values });
      await change({ text: true, url: webhook.url });
      expect((await heardBy(storage, webhook)).map(kindOf)).toEqual([
        "chat.started",
        "message.created agent",
        "message.created visitor",
      ]);
      const [told] = await webhooks.claim({ webhookId: webhook.id, now: 5000, until: 9000, limit: 1 });
      const id = told?.id ?? "";
      const made = { at: 5000, status: 200, ms: 2, error: null };
      await webhooks.settle({ id, claim: 9000, made, state: "delivered", nextAt: null });

      const left = told?.type === "chat.started" ? "message.created" : "chat.started";
      await change({ events: [left] });
      expect(new Set((await heardBy(storage, webhook)).map((each) => `${each.type} ${each.state}`))).toEqual(
        new Set([`${told?.type} delivered`, `${left} pending`]),
      );
      const replay = { webhookId: webhook.id, id, now: 6000 };
      const audit = sampleAudit({ what: "webhook.replay" });
      expect(await webhooks.replay({ ...replay, audit })).toBeUndefined();
      await change({ events: allEvents, agents: ["guide2"] });
      expect((await heardBy(storage, webhook)).map((each) => each.id)).toEqual([id]);
      expect(await webhooks.replay({ ...replay, audit })).toBeUndefined();
      expect(await auditedIn(storage)).toEqual([]);
      await change({ agents: ["guide2", "guide"] });
      expect(await webhooks.replay({ ...replay, audit })).toMatchObject({ id, state: "pending" });
      await change({ url: "https://elsewhere.example/" });
      expect(await heardBy(storage, webhook)).toEqual([]);
      expect(await heardBy(storage, other)).not.toEqual([]);
    });

    test("deliveries are forgotten after a month", async () => {
      await using storage = await open();
      await putAgent(storage);
      const webhook = await putWebhook(storage, { events: ["chat.started"] });
      await startChat(storage, { at: 1_000 });
      const month = 30 * 86_400_000;
      const kept = { idleSince: 0, createdSince: 0 };
      await storage.conversations.expire({ now: 1_000 + month, ...kept });
      expect(await heardBy(storage, webhook)).toHaveLength(1);
      await storage.conversations.expire({ now: 1_001 + month, ...kept });
      expect(await heardBy(storage, webhook)).toEqual([]);
    });
  });
}
