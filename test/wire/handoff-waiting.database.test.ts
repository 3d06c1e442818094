import { expect, test } from "vitest";
import {
  asksForPerson,
  chatOf,
  chats,
  isHolder,
  names,
  readHistory,
  startHandoff as start,
} from "../support/handoff.ts";
import { listenIdle } from "../support/listen-idle.ts";
import { openEvents } from "../support/open-events.ts";
import { shop } from "../support/shop.ts";
import { ask } from "../support/visitor.ts";

test("an agent that is quiet while somebody is waiting answers once the visitor returns to it", async () => {
  await using console = await start(1, { agent: { handoff: { whileWaiting: "quiet", waitMinutes: 1440 } } });
  const { token } = await ask(console, "Hello");
  await using idle = await listenIdle(console, token);
  await asksForPerson(console, token);
  await idle.until(isHolder("waiting"));
  const before = console.model.asked.length;
  const kept = await ask(console, "Is anybody there?", { token });
  expect(names(kept.events)).toEqual(["start", "waiting", "done"]);
  expect(console.model.asked).toHaveLength(before);
  expect((await readHistory(console, token)).messages.map(({ role }) => role)).toEqual([
    "user",
    "assistant",
    "user",
  ]);

  await console.fetch("/chat-bot/handoff", { method: "DELETE", headers: { "X-Session-Token": token } });
  await idle.until(({ event }) => event === "done");
  expect(console.model.asked).toHaveLength(before + 1);
  expect((await readHistory(console, token)).messages.at(-1)).toMatchObject({
    role: "assistant",
    status: "complete",
  });
});

test("a revoked key ends the streams of those who are waiting", async () => {
  await using console = await start(1);
  const { token } = await ask(console, "Hello");
  await asksForPerson(console, token);
  await using idle = await listenIdle(console, token);
  await idle.until(isHolder("waiting"));
  await console.storage.keys.revoke(console.keyId, Date.now());
  await idle.ended;
  expect(idle.events.at(-1)).toMatchObject({
    event: "error",
    data: { code: "key_revoked", retryable: false },
  });
});

test("a page that is removed from the list loses the stream of those who are waiting, and no other page does", async () => {
  await using console = await start(1);
  const others = { Origin: "https://other.example" };
  await console.storage.keys.change(console.keyId, { allowed: [shop, others.Origin] });
  const { token } = await ask(console, "Hello");
  await asksForPerson(console, token);
  await using here = await listenIdle(console, token);
  await using elsewhere = await listenIdle(
    { fetch: (path, init) => console.fetch(path, { ...init, headers: { ...init?.headers, ...others } }) },
    token,
  );
  await here.until(isHolder("waiting"));
  await elsewhere.until(isHolder("waiting"));
  await console.storage.keys.change(console.keyId, { allowed: [shop] });
  await elsewhere.ended;
  expect(elsewhere.events.at(-1)).toMatchObject({ event: "error", data: { code: "key_revoked" } });
  await console.fetch("/chat-bot/handoff", { method: "DELETE", headers: { "X-Session-Token": token } });
  await here.until(isHolder("agent"));
});

test("operators are told how many are waiting, and how many chats are their own", async () => {
  await using console = await start(1);
  const { token } = await ask(console, "Hello");
  const [one, other] = [await console.signIn("responder"), await console.signIn("responder")];
  await using mine = await openEvents(console.port, { cookie: one.cookie });
  await using theirs = await openEvents(console.port, { cookie: other.cookie });
  const says = (queue: object) => (text: string) =>
    text.includes(`event: queue\ndata: ${JSON.stringify(queue)}`);
  await mine.until(says({ waiting: 0, mine: 0, addresses: 0 }));
  await asksForPerson(console, token);
  await mine.until(says({ waiting: 1, mine: 0, addresses: 0 }));
  await theirs.until(says({ waiting: 1, mine: 0, addresses: 0 }));
  const { id } = await chatOf(console, one.cookie);
  await console.ask("POST", `${chats}/${id}/take`, { cookie: one.cookie });
  await mine.until(says({ waiting: 0, mine: 1, addresses: 0 }));
  await theirs.until((text) =>
    says({ waiting: 0, mine: 0, addresses: 0 })(text.slice(text.lastIndexOf("event: queue"))),
  );
});
