import { expect, test } from "vitest";
import { asksForPerson, chatOf, chats, isHolder, startHandoff as start } from "../support/handoff.ts";
import { listenIdle, type IdleStream } from "../support/listen-idle.ts";
import { onOneAndTwoNodes } from "../support/on-one-and-two-nodes.ts";
import { ask } from "../support/visitor.ts";

const placesOf = ({ events }: IdleStream) =>
  events.flatMap(({ event, data }) =>
    event === "queue" ? [(data as { readonly before: number }).before] : [],
  );
/** Waits until the newest place is this one. */
const isAt = (idle: IdleStream, before: number) =>
  expect.poll(() => placesOf(idle).at(-1), { interval: 20 }).toBe(before);

onOneAndTwoNodes("the queue for a person", (nodes) => {
  test("moves on when those before are taken or leave, and its places have no id", async () => {
    await using console = await start(nodes);
    const { cookie } = await console.signIn("responder");
    const wait = async () => {
      const { token } = await ask(console, "Hello");
      await asksForPerson(console, token);
      return token;
    };
    const one = await wait();
    const { id } = await chatOf(console, cookie);
    const two = await wait();
    const three = await wait();
    await using first = await listenIdle(console, one);
    await using second = await listenIdle(console, two);
    await using third = await listenIdle(console, three);
    await isAt(first, 0);
    await isAt(second, 1);
    await isAt(third, 2);

    await console.ask("POST", `${chats}/${id}/take`, { cookie });
    await first.until(isHolder("person"));
    await isAt(second, 0);
    await isAt(third, 1);
    await console.fetch("/chat-bot/handoff", { method: "DELETE", headers: { "X-Session-Token": two } });
    await second.until(isHolder("agent"));
    await isAt(third, 0);

    // Whoever asks again is behind all who wait.
    await asksForPerson(console, two);
    await isAt(second, 1);
    expect(placesOf(first)).toEqual([0]);
    expect(placesOf(third)).toEqual([2, 1, 0]);
    const events = [first, second, third].flatMap((idle) => idle.events);
    expect(events.filter(({ event, id }) => event === "queue" && id !== "")).toEqual([]);
  });

  test("is told where it stands to whoever comes back, and never to a chat that nobody waits in", async () => {
    await using console = await start(nodes);
    const { token } = await ask(console, "Hello");
    await asksForPerson(console, token);
    await using before = await listenIdle(console, token);
    await isAt(before, 0);
    await before[Symbol.asyncDispose]();
    const { id } = await before.until(isHolder("waiting"));
    await using after = await listenIdle(console, token, id);
    await isAt(after, 0);
    const quiet = await ask(console, "Hello, I do not wait");
    await using other = await listenIdle(console, quiet.token);
    await other.until(isHolder("agent"));
    await asksForPerson(console, quiet.token);
    await isAt(other, 1);
    expect(other.events.map(({ event }) => event)).toEqual(["holder", "holder", "queue"]);
  });
});
