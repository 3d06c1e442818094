import { expect, test } from "vitest";
import { chatOf, chats } from "../support/handoff.ts";
import { onOneAndTwoNodes } from "../support/on-one-and-two-nodes.ts";
import { openEvents } from "../support/open-events.ts";
import { startConsole } from "../support/start-console.ts";
import { ask } from "../support/visitor.ts";

onOneAndTwoNodes("who is looking at a chat", (nodes) => {
  test("is reported to those who may see the chat, on any node, and to nobody else", async () => {
    await using console = await startConsole({ nodes });
    await ask(console, "Anybody there?");
    const [ann, ben] = [await console.signIn("responder"), await console.signIn("viewer")];
    const { id } = await chatOf(console, ann.cookie);
    await using hearer = await openEvents(console.port, { cookie: ben.cookie });
    await using other = await openEvents(console.port, { cookie: ann.cookie });
    const stranger = await console.token("viewer", ["another"]);
    await using deaf = await openEvents(console.port, { authorization: `Bearer ${stranger}` });
    const present = (cookie: string, body: object) =>
      console.ask("POST", `${chats}/${id}/presence`, { cookie, body });
    expect((await present(ann.cookie, { typing: true })).status).toBe(204);
    const operators = [{ id: ann.me.id, name: ann.me.name, typing: true }];
    const told = `event: presence\ndata: ${JSON.stringify({ chat: id, operators })}\n\n`;
    for (const stream of [hearer, other]) await stream.until((text) => text.includes(told));
    expect((await present(ben.cookie, {})).status).toBe(204);
    for (const stream of [hearer, other]) await stream.until((text) => text.includes(ben.me.id));
    // Those who come later are told the current state at once.
    await using late = await openEvents(console.port, { cookie: ben.cookie });
    await late.until((text) => text.includes("event: presence"));

    const token = await console.token("viewer");
    expect(await console.ask("POST", `${chats}/${id}/presence`, { token })).toMatchObject({
      status: 403,
      body: { code: "person_needed" },
    });
    await deaf.until((text) => text.includes("event: queue"));
    expect(deaf.text()).not.toContain("presence");
  });
});
