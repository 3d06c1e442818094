import { expect, test } from "vitest";
import { asksForPerson, chatOf, chats, startHandoff } from "../support/handoff.ts";
import { onOneAndTwoNodes } from "../support/on-one-and-two-nodes.ts";
import { ask } from "../support/visitor.ts";

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

onOneAndTwoNodes("an operator's order among chats", (nodes) => {
  test("tags are offered, found by a filter, exported, and refused when they are not clean text", async () => {
    await using console = await startHandoff(nodes);
    const { cookie } = await console.signIn("responder");
    await ask(console, "Where is my order?");
    await ask(console, "Do you have lamps?");
    const { id } = await chatOf(console, cookie);
    const tag = (body: object) => console.ask("POST", `${chats}/${id}/tags`, { cookie, body });
    const get = (path: string) => console.ask("GET", `/console/api/${path}`, { cookie });
    expect(await tag({ add: ["  Lost   parcel ", "urgent"] })).toMatchObject({
      status: 200,
      body: { chat: { id, tags: ["Lost parcel", "urgent"] } },
    });
    for (const wrong of ["", " ", "a\u202eb", "a\u200bb", "a\0", "x".repeat(41)])
      expect((await tag({ add: [wrong] })).status, JSON.stringify(wrong)).toBe(400);
    expect((await tag({})).status).toBe(400);
    expect((await get("tags")).body).toEqual({
      items: [
        { tag: "Lost parcel", chats: 1 },
        { tag: "urgent", chats: 1 },
      ],
    });
    const found = await get(`chats?tag=${encodeURIComponent("Lost parcel")}`);
    expect(found.body.items).toMatchObject([{ id }]);
    const csv = (await get("chats/export?as=csv&tag=urgent")).text;
    expect(csv).toContain(',visitor,"Lost parcel, urgent"\r\n');
    expect((await get(`chats/${id}/export?as=markdown`)).text).toContain("Lost parcel\nurgent");
    expect((await tag({ remove: ["urgent"] })).body.chat.tags).toEqual(["Lost parcel"]);
    const many = Array.from({ length: 20 }, (_, index) => `tag ${index}`);
    expect(await tag({ add: many })).toMatchObject({ status: 409, body: { code: "tags_full" } });
    expect((await console.ask("DELETE", `${chats}/${id}`, { cookie })).status).toBe(204);
    expect((await get("tags")).body).toEqual({ items: [] });
  });

  test("a chat that is set aside leaves the lists, and is back as soon as its visitor writes", async () => {
    await using console = await startHandoff(nodes);
    const { cookie } = await console.signIn("responder");
    const { token } = await ask(console, "Where is my order?");
    await asksForPerson(console, token);
    const { id } = await chatOf(console, cookie);
    const until = inAnHour();
    const snooze = (body: object) => console.ask("POST", `${chats}/${id}/snooze`, { cookie, body });
    const waiting = async (snoozed: boolean) =>
      (await console.ask("GET", `${chats}?holder=waiting&snoozed=${snoozed}`, { cookie })).body.items.length;
    expect(await snooze({ until })).toMatchObject({ status: 200, body: { chat: { snoozedUntil: until } } });
    expect([await waiting(false), await waiting(true)]).toEqual([0, 1]);
    await ask(console, "Is anybody there?", { token });
    expect([await waiting(false), await waiting(true)]).toEqual([1, 0]);
    await snooze({ until });
    expect((await console.ask("DELETE", `${chats}/${id}/snooze`, { cookie })).status).toBe(200);
    expect([await waiting(false), await waiting(true)]).toEqual([1, 0]);
    for (const wrong of [Date.now() - 1_000, Date.now() + 400 * 86_400_000])
      expect((await snooze({ until: new Date(wrong).toISOString() })).status).toBe(400);
    expect((await snooze({ until: "tomorrow" })).status).toBe(400);
  });

  test("a chat is unread for each person until they have seen what its visitor wrote last", async () => {
    await using console = await startHandoff(nodes);
    const [ann, ben] = [await console.signIn("responder"), await console.signIn("viewer")];
    const { token } = await ask(console, "Where is my order?");
    const { id } = await chatOf(console, ann.cookie);
    const unread = async (cookie: string) => (await chatOf(console, cookie)).unread === true;
    const newest = async () => {
      const { body } = await console.ask("GET", `${chats}/${id}`, ann);
      return body.entries.findLast(({ role }: { readonly role?: string }) => role === "user").id;
    };
    const sees = (cookie: string, message: string) =>
      console.ask("POST", `${chats}/${id}/seen`, { cookie, body: { message } });
    expect([await unread(ann.cookie), await unread(ben.cookie)]).toEqual([true, true]);
    expect((await sees(ann.cookie, await newest())).status).toBe(204);
    expect([await unread(ann.cookie), await unread(ben.cookie)]).toEqual([false, true]);
    await ask(console, "And when?", { token });
    expect(await unread(ann.cookie)).toBe(true);
    await sees(ann.cookie, await newest());
    expect(await unread(ann.cookie)).toBe(false);
    expect((await sees(ann.cookie, "msg_of-nobody")).status).toBe(400);
  });
});
