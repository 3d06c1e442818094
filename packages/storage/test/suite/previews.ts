import { describe, expect, test } from "vitest";
import { isPreview } from "../../src/index.ts";
import type { NewPreview, Storage } from "../../src/index.ts";
import { auditedIn, putOperator, sampleToken } from "./operator-samples.ts";
import { definitionOf, endOf, firstTurn, putAgent, sampleKey, type OpenStorage } from "./samples.ts";
import { heardBy, putWebhook } from "./webhook-samples.ts";

const everything = { agents: null };
const endsAt = 3_601_000;

function samplePreview(values: Partial<NewPreview> = {}): NewPreview {
  const { id, name, secretHash, lastFour, allowed, rateLimit, serverSide, createdAt } = sampleKey();
  return {
    agentId: "guide",
    name: id,
    definition: definitionOf("guide", "Draft"),
    baseDirectory: "/agents",
    key: { id, name, secretHash, lastFour, allowed, rateLimit, serverSide, createdAt },
    authorId: null,
    endsAt,
    limit: 20,
    ...values,
  };
}

/** Holds a draft and says something to it. @returns its key, and the id that it answers under */
async function chatWithDraft(storage: Storage) {
  const preview = samplePreview();
  await storage.previews.create(preview);
  const key = await storage.keys.find(preview.key.id);
  const draftId = key?.agentId ?? "";
  const turn = firstTurn({ session: { id: "ses_draft", agentId: draftId, tokenHash: "draft" } });
  await storage.conversations.acceptTurn(turn);
  await storage.conversations.endReply(endOf(turn.replyId, { content: "A draft's words" }));
  await storage.feedback.rate({
    sessionId: "ses_draft",
    replyId: turn.replyId,
    feedback: { rating: "down" },
    at: 1_500,
  });
  return { preview, draftId, turn };
}

const expire = (storage: Storage, now: number) =>
  storage.conversations.expire({ now, idleSince: 0, createdSince: 0 });

/** Drafts that are tried: to whom they answer, how long, and that no list has what is said to them. */
export function previewPromises(driver: string, open: OpenStorage): void {
  describe(`${driver}: previews`, () => {
    test("a draft is behind its key beside the live agent, and another replaces it", async () => {
      await using storage = await open();
      await putAgent(storage);
      const preview = samplePreview();
      const revision = await storage.revision();
      expect(await storage.previews.create(preview)).toBe(true);
      expect(await storage.revision()).not.toBe(revision);
      expect(await auditedIn(storage)).toEqual([]);

      const key = await storage.keys.find(preview.key.id);
      expect(key).toMatchObject({ ...preview.key, revokedAt: endsAt });
      const draftId = key?.agentId ?? "";
      expect(isPreview(draftId)).toBe(true);
      expect(await storage.agents.find(draftId)).toMatchObject({
        definition: { id: "guide", name: "Draft" },
      });
      expect(await storage.agents.find("guide")).toMatchObject({ definition: { name: "Guide" } });

      const { id: keyId, secretHash } = preview.key;
      const second = { agentId: "guide", keyId, secretHash, at: 2_000, baseDirectory: "/agents" };
      const definition = definitionOf("guide", "Second draft");
      expect(await storage.previews.replace({ ...second, definition })).toBe(endsAt);
      expect(await storage.agents.find(draftId)).toMatchObject({ definition: { name: "Second draft" } });
    });

    test("a draft is replaced by nobody without its key, for no other agent, and not after its end", async () => {
      await using storage = await open();
      await putAgent(storage);
      await putAgent(storage, "guide-two");
      const live = sampleKey({ revokedAt: endsAt });
      await storage.keys.create(live);
      const preview = samplePreview();
      await storage.previews.create(preview);
      const { id: keyId, secretHash } = preview.key;
      const draft = {
        agentId: "guide",
        keyId,
        secretHash,
        at: 2_000,
        definition: definitionOf("guide", "Another"),
        baseDirectory: "/agents",
      };
      for (const wrong of [
        { secretHash: "cd".repeat(32) },
        { keyId: "unknown" },
        { agentId: "guide-two" },
        { at: endsAt },
        { keyId: live.id, secretHash: live.secretHash },
      ])
        expect(await storage.previews.replace({ ...draft, ...wrong })).toBeUndefined();
      const { agentId = "" } = (await storage.keys.find(keyId)) ?? {};
      expect(await storage.agents.find(agentId)).toMatchObject({ definition: { name: "Draft" } });
      expect(await storage.agents.find("guide")).toMatchObject({ definition: { name: "Guide" } });
    });

    test("no list, no count and no webhook has a draft, its key, or what was said to it", async () => {
      await using storage = await open();
      await putAgent(storage);
      const webhook = await putWebhook(storage);
      const live = firstTurn();
      await storage.conversations.acceptTurn(live);
      const { preview } = await chatWithDraft(storage);

      expect((await storage.agents.list()).map(({ id }) => id)).toEqual(["guide"]);
      expect(await storage.keys.list()).toEqual([]);
      expect(await storage.keys.liveIds(2_000)).toEqual([preview.key.id]);
      const chats = await storage.chatIndex.list({ scope: everything, limit: 10 });
      expect(chats.items.map(({ id }) => id)).toEqual([live.session.id]);
      expect((await storage.chatIndex.listFeedback({ scope: everything, limit: 10 })).items).toEqual([]);
      expect(await storage.gaps.unplaced({ limit: 10 })).toEqual([]);
      const usage = await storage.chatIndex.usage({ scope: everything, from: 0, to: 10_000, by: "hour" });
      expect(usage.total).toMatchObject({ chats: 1, ratings: { up: 0, down: 0 } });
      const heard = await heardBy(storage, webhook);
      expect(new Set(heard.map(({ chat }) => chat))).toEqual(new Set([live.session.id]));
    });

    test("at its end a draft is gone with all its messages, and its erasure is announced to nobody", async () => {
      await using storage = await open();
      await putAgent(storage);
      const webhook = await putWebhook(storage);
      const { preview, draftId, turn } = await chatWithDraft(storage);
      await expire(storage, endsAt - 1);
      expect(await storage.agents.find(draftId)).toBeDefined();

      await expire(storage, endsAt);
      expect(await storage.agents.find(draftId)).toBeUndefined();
      expect(await storage.keys.find(preview.key.id)).toBeUndefined();
      expect(await storage.conversations.find(turn.session.id)).toBeUndefined();
      expect(await heardBy(storage, webhook)).toEqual([]);
      expect(await storage.agents.find("guide")).toBeDefined();
    });

    test("drafts go with their agent and leave those of others, and there is none of an agent that is not there", async () => {
      await using storage = await open();
      await putAgent(storage);
      await putAgent(storage, "guide-two");
      const [mine, other] = [samplePreview(), samplePreview({ agentId: "guide-two" })];
      for (const each of [mine, other]) await storage.previews.create(each);
      await storage.agents.delete("guide");
      expect(await storage.keys.find(mine.key.id)).toBeUndefined();
      expect(await storage.keys.find(other.key.id)).toBeDefined();
      expect(await storage.previews.create(samplePreview())).toBe(false);
    });

    test("a draft ends when its author, or the token that made it, loses a right, and with nobody else's", async () => {
      await using storage = await open();
      await putAgent(storage);
      const people = [];
      for (let number = 0; number < 4; number++) people.push(await putOperator(storage, { role: "editor" }));
      const [kept, removed, demoted, limited] = people.map(({ id }) => id);
      const token = sampleToken({ operatorId: kept ?? null });
      const theirs = sampleToken({ operatorId: removed ?? null });
      for (const each of [token, theirs]) await storage.apiTokens.create(each);
      const keys = new Map<string, string>();
      for (const authorId of [kept, removed, demoted, limited, token.id, theirs.id]) {
        const preview = samplePreview({ authorId: authorId ?? null });
        await storage.previews.create(preview);
        keys.set(authorId ?? "", preview.key.id);
      }
      const left = async () => {
        const found: string[] = [];
        for (const [author, key] of keys) if (await storage.keys.find(key)) found.push(author);
        return found;
      };
      await storage.operators.update({ id: kept ?? "", values: { displayName: "Ann" } });
      expect(await left()).toHaveLength(6);
      await storage.operators.remove({ id: removed ?? "", at: 2_000 });
      await storage.operators.update({ id: demoted ?? "", values: { role: "viewer" } });
      await storage.operators.update({ id: limited ?? "", values: { agents: ["other"] } });
      expect(await left()).toEqual([kept, token.id]);
      await storage.apiTokens.revoke({ id: token.id, at: 2_000 });
      expect(await left()).toEqual([kept]);
    });

    test("one agent can have a limited number, and the oldest are removed", async () => {
      await using storage = await open();
      await putAgent(storage);
      const drafts = [1_000, 3_000, 2_000].map((createdAt) => {
        const preview = samplePreview({ limit: 2 });
        return { ...preview, key: { ...preview.key, createdAt } };
      });
      for (const draft of drafts) await storage.previews.create(draft);
      const [first, second, third] = drafts.map(({ key }) => key.id);
      expect(await storage.keys.find(first ?? "")).toBeUndefined();
      expect(await storage.keys.find(second ?? "")).toBeDefined();
      expect(await storage.keys.find(third ?? "")).toBeDefined();
    });
  });
}
