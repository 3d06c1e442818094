import type { createClient as CreateClient } from "@servicechat/client";
import type { StreamEvent } from "@servicechat/contract";
import { expect, test } from "vitest";
import { asksForPerson, chatOf, chats, startHandoff } from "../support/handoff.ts";

/*
 * Pages that were opened before an upgrade, and third-party clients, still use the previous client: what it does not
 * know must not disturb it.
 */

const recorded: URL = new URL("recordings/client-before-handoff.js", import.meta.url);

test("the client from before people took part still works, and finds in the history what they said", async () => {
  const { createClient } = (await import(recorded.href)) as { readonly createClient: typeof CreateClient };
  await using console = await startHandoff(1);
  const client = createClient({
    baseUrl: "",
    key: console.key,
    // It uses only paths without a base; the caller's `fetch` adds the key.
    fetch(path, { headers, ...init } = {}) {
      const { authorization: _key, ...own } = Object.fromEntries(new Headers(headers));
      return console.fetch(path as string, {
        ...(init as Parameters<typeof console.fetch>[1]),
        headers: own,
      });
    },
  });
  const heard: StreamEvent["type"][] = [];
  const onEvent = ({ type }: StreamEvent) => void heard.push(type);
  const say = (value: string, token?: string) =>
    client.post([{ type: "text", block: { value } }], { onEvent, ...(token !== undefined && { token }) });

  const { token } = await say("Hello");
  expect(heard.at(-1)).toBe("done");
  expect(await client.agent()).toMatchObject({ name: expect.any(String) });
  // No reply is running: it is told so at once, and no stream stays open for it.
  expect(await client.follow({ token, onEvent })).toBe(false);

  await asksForPerson(console, token);
  const { cookie, me } = await console.signIn("responder");
  const { id } = await chatOf(console, cookie);
  await console.ask("POST", `${chats}/${id}/messages`, { cookie, body: { text: "I am here." } });
  heard.length = 0;
  await say("Thank you", token);
  expect(heard.filter((type) => type !== "holder")).toEqual(["start", "done"]);
  expect(await client.follow({ token, onEvent })).toBe(false);

  await console.ask("POST", `${chats}/${id}/hand-back`, { cookie });
  await expect.poll(async () => (await client.history(token)).messages.at(-1)?.status).toBe("complete");
  const { messages } = await client.history(token);
  expect(messages.map(({ role, content }) => [role, content])).toEqual([
    ["user", "Hello"],
    ["assistant", "Hello from the model."],
    ["assistant", "I am here."],
    ["user", "Thank you"],
    ["assistant", "Hello from the model."],
  ]);
  expect(messages[2]).toMatchObject({ by: { name: me.name } });
  await client.erase(token);
  await expect(client.history(token)).rejects.toMatchObject({ code: "session_not_found" });
});
