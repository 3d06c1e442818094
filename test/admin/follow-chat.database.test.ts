import { expect, test } from "vitest";
import { chatOf, chats } from "../support/handoff.ts";
import { onOneAndTwoNodes } from "../support/on-one-and-two-nodes.ts";
import { startConsole, type TestConsole } from "../support/start-console.ts";
import { post } from "../support/visitor.ts";

/** A visitor whose answer is in progress, up to a point that the test chooses. */
async function startAnswering(nodes: number) {
  const { promise: until, resolve: finish } = Promise.withResolvers<void>();
  const console = await startConsole({ nodes, script: () => ["One ", { until }, "two."] });
  const answer = await post(console, "Count, please.");
  const owner = await console.signIn("owner");
  const { id } = await chatOf(console, owner.cookie);
  return { console, answer, finish, cookie: owner.cookie, stream: `${chats}/${id}/stream` };
}

/** Waits until somebody is reading a chat. */
const isRead = (console: TestConsole, cookie: string) =>
  expect
    .poll(
      async () =>
        (await console.ask("GET", "/console/api/audit?what=chat.read", { cookie })).body.items.length,
    )
    .toBe(1);

onOneAndTwoNodes("the answer that an agent is giving", (nodes) => {
  test("is followed to its end, also from a given event, and nothing remains of it then", async () => {
    const { console, answer, finish, cookie, stream } = await startAnswering(nodes);
    await using _ = console;
    const reading = console.ask("GET", stream, { cookie });
    await isRead(console, cookie);
    finish();
    const visitor = await answer.text();
    const { status, text } = await reading;
    expect([status, text]).toEqual([200, visitor]);
    expect(await console.ask("GET", stream, { cookie })).toMatchObject({ status: 204, text: "" });
  });

  test("ends for people who sign out, and is refused to people who may not see the chat", async () => {
    const { console, answer, finish, cookie, stream } = await startAnswering(nodes);
    await using _ = console;
    const viewer = await console.signIn("viewer");
    const reading = expect(console.ask("GET", stream, { cookie: viewer.cookie })).rejects.toThrow("aborted");
    await isRead(console, cookie);
    await console.ask("POST", "/console/api/sign-out", { cookie: viewer.cookie });
    await reading;
    const stranger = await console.token("viewer", ["another"]);
    expect(await console.ask("GET", stream, { token: stranger })).toMatchObject({
      status: 404,
      body: { code: "chat_not_found" },
    });
    finish();
    expect(await answer.text()).toContain("two.");
  });
});
