import { expect, test } from "vitest";
import { asksForPerson, chatOf, chats, readHistory, startHandoff } from "../support/handoff.ts";
import { onOneNode } from "../support/on-one-node.ts";
import { ask } from "../support/visitor.ts";

onOneNode("a draft of the agent", (nodes) => {
  test("is written from the chat, without notes, without any tool that acts, and nobody else sees it", async () => {
    let asked = 0;
    await using console = await startHandoff(nodes, {
      script: () =>
        ++asked === 1 ? ["Let me see."] : ["I have asked the carrier [1], and", " write tomorrow [12]."],
      agent: { tools: ["AskUserQuestion", "search_knowledge", "HandOver"] },
    });
    const { token } = await ask(console, "My parcel is lost.");
    await asksForPerson(console, token);
    const person = await console.signIn("responder");
    const { id } = await chatOf(console, person.cookie);
    const post = (path: string, body: object) =>
      console.ask("POST", `${chats}/${id}/${path}`, { cookie: person.cookie, body });
    await post("messages", { text: "Hello, I am Ann." });
    await post("notes", { text: "Third time this month." });
    await ask(console, "Can you find it?", { token });
    const before = await readHistory(console, token);

    const draft = await post("draft", {});
    expect(draft).toMatchObject({
      status: 200,
      body: { text: "I have asked the carrier, and write tomorrow." },
    });
    const { messages, tools } = console.model.asked.at(-1) ?? {};
    const told = JSON.stringify(messages);
    expect(told).toContain("Hello, I am Ann.");
    expect(told).toContain("Can you find it?");
    expect(told).toContain("Write a draft of the message");
    expect(told).not.toContain("Third time");
    expect(JSON.stringify(tools)).toContain("search_knowledge");
    expect(JSON.stringify(tools)).not.toMatch(/AskUserQuestion|HandOver/);
    expect(await readHistory(console, token)).toEqual(before);
  });

  test("fails with a clear error if the agent cannot write it, and another can be requested", async () => {
    let isDown = false;
    await using console = await startHandoff(nodes, {
      script: () => (isDown ? { status: 401, body: "{}" } : ["Here I am."]),
    });
    await ask(console, "Anybody there?");
    const person = await console.signIn("responder");
    const { id } = await chatOf(console, person.cookie);
    const draft = () => console.ask("POST", `${chats}/${id}/draft`, person);
    isDown = true;
    expect(await draft()).toMatchObject({ status: 503, body: { code: "model_refused" } });
    isDown = false;
    expect((await draft()).body).toEqual({ text: "Here I am." });
    const viewer = await console.signIn("viewer");
    expect(await console.ask("POST", `${chats}/${id}/draft`, viewer)).toMatchObject({
      status: 403,
      body: { code: "role_needed" },
    });
  });

  test("counts towards the daily budget of the chat's key, and is refused when it is used up", async () => {
    await using console = await startHandoff(nodes, {
      script: () => ["Ten words of an answer that costs what it costs."],
      agent: { limits: { dailyOutputTokens: 60 } },
    });
    await ask(console, "Anybody there?");
    const person = await console.signIn("responder");
    const { id } = await chatOf(console, person.cookie);
    const usedToday = async () => (await console.storage.budgets.usedOn(Date.now()))[0];
    const before = (await usedToday())?.used ?? 0;
    const draft = () => console.ask("POST", `${chats}/${id}/draft`, person);
    expect((await draft()).status).toBe(200);
    const after = await usedToday();
    expect(after?.used).toBeGreaterThan(before);
    expect(after?.reserved).toBe(0);
    let last = await draft();
    for (let drafts = 0; last.status === 200 && drafts < 20; drafts++) last = await draft();
    expect(last).toMatchObject({ status: 429, body: { code: "budget_used_up" } });
    const asked = console.model.asked.length;
    expect((await draft()).status).toBe(429);
    expect(console.model.asked).toHaveLength(asked);
  });
});
