import { openSqlite } from "@servicechat/storage/sqlite";
import { expect, test } from "vitest";
import { chatOf, chats, names, readHistory, startHandoff as start } from "../support/handoff.ts";
import { onOneAndTwoNodes } from "../support/on-one-and-two-nodes.ts";
import type { StartOptions } from "../support/start-service.ts";
import { ask, post } from "../support/visitor.ts";

/** A service whose model first says nothing, so that people find the message unanswered, and then answers. */
async function startSilent(nodes: number, options: StartOptions = {}) {
  const never = new Promise<void>(() => undefined);
  let asked = 0;
  const console = await start(nodes, {
    ...options,
    script: () => (asked++ === 0 ? [{ until: never }] : ["Here it is."]),
  });
  const headers = { "Idempotency-Key": crypto.randomUUID() };
  const opened = await post(console, "Where is it?", { headers });
  const token = opened.headers.get("X-Session-Token") ?? "";
  await expect.poll(() => asked).toBe(1);
  const { cookie } = await console.signIn("responder");
  const { id } = await chatOf(console, cookie);
  const does = (what: string) => console.ask("POST", `${chats}/${id}/${what}`, { cookie });
  return { console, headers, token, opened, does };
}

/** A storage with which something may happen right after a request has found that it came before. */
function interrupted() {
  let meanwhile: (() => Promise<unknown>) | undefined;
  return {
    /** Once. */
    onceFound: (work: () => Promise<unknown>) => void (meanwhile = work),
    openStorage: async (file: string) => {
      const storage = await openSqlite({ file });
      const { conversations } = storage;
      const findIdempotentTurn: typeof conversations.findIdempotentTurn = async (query) => {
        const kept = await conversations.findIdempotentTurn(query);
        const work = meanwhile;
        meanwhile = undefined;
        await work?.();
        return kept;
      };
      return { ...storage, conversations: { ...conversations, findIdempotentTurn } };
    },
  };
}

onOneAndTwoNodes("a message that is sent again", (nodes) => {
  test("opens the same chat after a person had it before the agent said a word", async () => {
    const { console, headers, token, opened, does } = await startSilent(nodes);
    await using _ = console;
    await does("take");
    await opened.text();
    const held = await ask(console, "Where is it?", { headers });
    expect([held.token, names(held.events)]).toEqual([token, ["start", "person", "done"]]);

    await does("hand-back");
    // Its token is not known where the first response was lost.
    for (const known of [{}, { token }]) {
      const again = await ask(console, "Where is it?", { headers, ...known });
      expect(again.response.status).toBe(200);
      expect(again.response.headers.get("Idempotency-Replayed")).toBe("true");
      expect([again.token, again.text]).toEqual([token, "Here it is."]);
    }
    expect((await readHistory(console, token)).messages).toHaveLength(2);
  });
});

test("a message that is sent again while its chat goes back to the agent gets the reply that the agent then gives", async () => {
  const { openStorage, onceFound } = interrupted();
  const { console, headers, token, opened, does } = await startSilent(1, { openStorage });
  await using _ = console;
  await does("take");
  await opened.text();

  onceFound(() => does("hand-back"));
  const again = await ask(console, "Where is it?", { headers, token });

  expect(again.response.status).toBe(200);
  expect(again.text).toBe("Here it is.");
});

test("a message that is sent again while its chat is erased is refused for a moment, and then opens a new chat", async () => {
  const { openStorage, onceFound } = interrupted();
  const { console, headers, token } = await startSilent(1, { openStorage });
  await using _ = console;

  onceFound(() =>
    console.fetch("/chat-bot/session", { method: "DELETE", headers: { "X-Session-Token": token } }),
  );
  const refused = await post(console, "Where is it?", { headers, token });
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ code: "session_busy", retryable: true });

  const again = await ask(console, "Where is it?", { headers, token });
  expect(again.text).toBe("Here it is.");
  expect(again.token).not.toBe(token);
});
