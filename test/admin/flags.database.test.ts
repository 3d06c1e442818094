import { transcriptSchema } from "@servicechat/contract/admin-schemas";
import { expect, test } from "vitest";
import { onOneNode } from "../support/on-one-node.ts";
import { startConsole } from "../support/start-console.ts";
import { ask } from "../support/visitor.ts";

const extractive = { model: { provider: "extractive" }, tools: ["search_knowledge"] };

onOneNode("flags of replies", (nodes) => {
  test("appear in the transcript and the list, turn the question into a gap, and can be removed", async () => {
    await using console = await startConsole({ nodes, agent: extractive });
    // Small talk is answered, so without a flag there is nothing wrong with it.
    await ask(console, "Hello!");
    const { cookie, me } = await console.signIn("responder");
    const get = async (path: string) => (await console.ask("GET", `/console/api/${path}`, { cookie })).body;
    const [chat] = (await get("chats")).items;
    expect((await get("gaps")).items).toEqual([]);
    const reply = async () =>
      transcriptSchema
        .parse(await get(`chats/${chat.id}`))
        .entries.find((entry) => entry.type === "message" && entry.by.kind === "agent");
    const message = (await reply())?.id;
    const flags = `/console/api/chats/${chat.id}/flags`;
    const put = (body: object) => console.ask("POST", flags, { cookie, body: { message, ...body } });

    expect(await put({ reason: "incomplete" })).toMatchObject({ status: 201, body: { right: null } });
    const flag = { reason: "outdated", right: "Good morning!" };
    expect((await put(flag)).body).toEqual({ ...flag, by: me.name, at: expect.any(String) });
    expect(await reply()).toMatchObject({ flag: { ...flag, by: me.name } });
    expect((await get("chats?mark=flagged")).items).toMatchObject([{ id: chat.id, marks: ["flagged"] }]);
    expect((await get("gaps")).items).toMatchObject([{ question: "Hello!", marks: ["flagged"], chats: 1 }]);

    const taken = () => console.ask("DELETE", `${flags}/${message}`, { cookie });
    expect((await taken()).status).toBe(204);
    expect(await taken()).toMatchObject({ status: 404, body: { code: "reply_not_found" } });
    expect(await reply()).not.toHaveProperty("flag");
    expect((await get("chats?mark=flagged")).items).toEqual([]);
    expect((await get("gaps")).items).toEqual([]);
    const owner = await console.signIn("owner");
    const audit = await console.ask("GET", `/console/api/audit?on=${chat.id}&what=chat.flag`, owner);
    expect(audit.body.items).toHaveLength(2);
  });

  test("are deleted with their chat, apply only to replies of agents, and have one of five reasons", async () => {
    await using console = await startConsole({ nodes, agent: extractive });
    await ask(console, "Hello!");
    const { cookie } = await console.signIn("responder");
    const { body } = await console.ask("GET", "/console/api/chats", { cookie });
    const path = `/console/api/chats/${body.items[0].id}`;
    const { entries } = (await console.ask("GET", path, { cookie })).body;
    const [question, reply] = entries.map(({ id }: { readonly id: string }) => id);
    const put = (sent: object) => console.ask("POST", `${path}/flags`, { cookie, body: sent });
    for (const message of [question, "msg_none", "nothing"])
      expect(await put({ message, reason: "other" })).toMatchObject({
        status: 404,
        body: { code: "reply_not_found" },
      });
    for (const [wrong, field] of [
      [{ reason: "ugly" }, "reason"],
      [{ reason: "other", right: "" }, "right"],
      [{ reason: "other", right: "a\0b" }, "right"],
      [{ reason: "other", comment: "No" }, "comment"],
    ] as const) {
      const refused = await put({ message: reply, ...wrong });
      expect([refused.status, refused.body.detail]).toEqual([400, expect.stringContaining(field)]);
    }
    expect((await put({ message: reply, reason: "incorrect", right: "My secret" })).status).toBe(201);
    expect((await console.ask("DELETE", path, { cookie })).status).toBe(204);
    expect(await put({ message: reply, reason: "other" })).toMatchObject({ status: 404 });
    expect((await console.ask("GET", "/console/api/gaps", { cookie })).body.items).toEqual([]);
  });
});
