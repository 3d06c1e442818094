import { setTimeout as pause } from "node:timers/promises";
import type { Frame, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { askInChat } from "../support/ask-in-chat.ts";
import { openBrowser, type TestBrowser } from "../support/browser.ts";
import { noChromium } from "../support/chromium.ts";
import { startFaultProxy, type FaultProxy } from "../harness/fault-proxy.ts";
import { words, type ModelAsk, type ModelScript } from "../support/model-server.ts";
import { startTalk } from "../support/start-talk.ts";
import { openChat } from "../support/start-widget.ts";
import type { StartOptions } from "../support/start-service.ts";
import { visitConsole } from "../support/visit-console.ts";

const take = (page: Page) => page.getByRole("button", { name: "Take", exact: true });
const field = (page: Page) => page.getByRole("textbox", { name: "Message to the visitor" });
const texts = (page: Page) => page.getByRole("log").locator(".entry .said").allTextContents();

const pressesButton = (chat: Frame) => chat.getByRole("button", { name: "Talk to a person" }).click();

/** A visitor who is waiting for a person on another site, and operators with the chat open, each in a browser. */
async function letWait(names: readonly string[], start: StartOptions = {}, asks = pressesButton) {
  await using stack = new AsyncDisposableStack();
  const proxies: FaultProxy[] = [];
  async function reach({ port }: { readonly port: number }) {
    const proxy = stack.use(await startFaultProxy({ port }));
    proxies.push(proxy);
    return proxy;
  }
  const talk = stack.use(await startTalk(start, { reach }));
  const desks: TestBrowser[] = [];
  const shop = await talk.openShop();
  const chat = await openChat(shop);
  await askInChat(chat, "My parcel is lost.");
  await chat.locator(".reply").first().waitFor();
  await asks(chat);
  await chat.locator(".handoff-bar .spinner").waitFor();
  const inboxes: Page[] = [];
  for (const name of names) {
    const service = await reach(talk.service);
    const desk = stack.use(await openBrowser({ service, sites: {}, cookies: "allowed" }));
    const page = await visitConsole(talk.service, { path: "inbox", name, context: desk.context });
    await page.locator(".inbox-row").first().click();
    await take(page).waitFor();
    desks.push(desk);
    inboxes.push(page);
  }
  const kept = stack.move();
  return { talk, shop, chat, desks, inboxes, proxies, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

const textOf = (message: ModelAsk["messages"][number] | undefined) => JSON.stringify(message?.content ?? "");

/**
 * Hands over as soon as it is asked for a person and may, and otherwise repeats the newest promise that it has read.
 */
const handsOver: ModelScript = ({ messages, tools = [] }) => {
  const last = messages.at(-1);
  if (last?.role === "tool") return words("Somebody will join.");
  if (/person/.test(textOf(last)) && tools.length > 0)
    return [{ tool: "HandOver", input: { reason: "customer_request", summary: "About an order" } }];
  const [promised] = messages.flatMap((message) => /by Friday/.exec(textOf(message)) ?? []);
  return words(promised ? `You get it ${promised}, as promised.` : "Tell me more.");
};

describe.skipIf(noChromium)(
  `a visitor on another site and operators in the console${noChromium ? ` (${noChromium})` : ""}`,
  () => {
    test("two press Take at the same moment: one has the chat, the other sees who, and their typed text is kept", async () => {
      await using wait = await letWait(["Ann", "Ben"]);
      const { chat, desks, inboxes } = wait;
      for (const { trouble } of desks) trouble.expect(/status of 409/);
      // Both requests are on the way before either is answered.
      const bothAsked = Promise.withResolvers<void>();
      let asked = 0;
      for (const page of inboxes)
        await page.route("**/take", async (route) => {
          if (++asked === 2) bothAsked.resolve();
          await bothAsked.promise;
          await route.continue();
        });
      await Promise.all(inboxes.map((page) => take(page).click()));

      const refused = (page: Page) => page.getByRole("alert");
      const mine = (page: Page) => page.locator(".badge.good", { hasText: "You have this chat" });
      const [ann, ben] = inboxes;
      if (!ann || !ben) throw new Error("There are not two inboxes.");
      await Promise.race([mine(ann).waitFor(), mine(ben).waitFor()]);
      const isAnn = (await mine(ann).count()) === 1;
      const [winner, loser, name, other] = isAnn
        ? ([ann, ben, "Ann", "Ben"] as const)
        : ([ben, ann, "Ben", "Ann"] as const);
      await refused(loser).getByText(`${name} has this chat now.`).waitFor();
      await loser.locator(".badge.brand", { hasText: `With ${name}` }).waitFor();
      expect(await mine(loser).count()).toBe(0);
      expect(await field(loser).getAttribute("placeholder")).toBe(
        `${name} has this chat. Take it over to write to the visitor…`,
      );
      await chat.locator(".handoff-bar").getByText(`You're talking to ${name}`).waitFor();

      await field(loser).fill("I was first.");
      await field(loser).press("Enter");
      await refused(loser).getByText(`Not sent: ${name} has this chat now.`).waitFor();
      await field(winner).fill("I look after your parcel.");
      await field(winner).press("Enter");
      await chat.locator(".person-text", { hasText: "I look after your parcel." }).waitFor();
      for (const page of inboxes)
        await page.getByRole("log").getByText("I look after your parcel.").waitFor();
      expect(await chat.locator(".person-text").allTextContents()).toEqual(["I look after your parcel."]);
      expect(await chat.getByText(`${other} joined the chat`).count()).toBe(0);

      await refused(loser).getByRole("button", { name: "Discard" }).click();
      await loser.reload();
      await loser.getByRole("log").getByText("I look after your parcel.").waitFor();
      expect(await texts(loser)).toEqual(await texts(winner));
      expect(await texts(loser)).not.toContain("I was first.");
    });

    test.for([
      ["without a network", "Will be sent when you're back online"],
      ["on a network that hands nothing on", "Connection lost. Reconnecting"],
    ] as const)(
      "both are %s for 20 seconds: afterwards, everything they wrote is sent once and in order",
      async ([network, notice]) => {
        await using wait = await letWait(["Maren"]);
        const { talk, shop, proxies } = wait;
        let { chat } = wait;
        const [desk] = wait.desks;
        const [inbox] = wait.inboxes;
        if (!desk || !inbox) throw new Error("There is no desk.");
        const browsers = [talk.browser, desk];
        for (const { trouble } of browsers) trouble.expect(/ERR_|Failed to load resource/);
        await take(inbox).click();
        await chat.getByText("Maren joined the chat").waitFor();
        await field(inbox).fill("Let me ask the carrier.");
        await field(inbox).press("Enter");
        await chat.locator(".person-text", { hasText: "Let me ask the carrier." }).waitFor();
        await expect.poll(() => inbox.locator(".sending").count()).toBe(0);

        /** Browsers are told that they are offline, but not that a network hangs. */
        async function setLost(isLost: boolean): Promise<void> {
          if (network !== "without a network") for (const proxy of proxies) proxy.set({ stall: isLost });
          else
            for (const browser of browsers) {
              await browser.context.setOffline(isLost);
              if (isLost) browser.cutConnections();
            }
        }
        await setLost(true);
        const posted: string[] = [];
        for (const { context } of browsers)
          context.on("requestfinished", (request) => {
            if (request.method() === "POST") posted.push(new URL(request.url()).pathname);
          });
        const say = async (text: string) => {
          await field(inbox).fill(text);
          await field(inbox).press("Enter");
          await inbox.locator(".outgoing", { hasText: text }).waitFor();
        };
        const ask = async (text: string) => {
          await askInChat(chat, text);
          await chat.locator(".bubble", { hasText: text }).waitFor();
        };
        await ask("Are you there?");
        await say("It is with your neighbour.");
        // Longer than any limit of either side: a request counts as lost after 15 seconds, and no pause between
        // attempts is longer.
        await pause(20_000);
        await ask("It was a birthday present.");
        await say("His name is Novak.");
        await chat.getByText(notice).first().waitFor();
        await expect.poll(() => inbox.getByText("Not sent yet.").count()).toBe(2);
        expect(posted).toEqual([]);

        await setLost(false);
        const fromPerson = ["Let me ask the carrier.", "It is with your neighbour.", "His name is Novak."];
        const fromVisitor = ["My parcel is lost.", "Are you there?", "It was a birthday present."];
        const asHeard = fromVisitor.map((text) => `You said: ${text}`);
        const showEverything = async () => {
          // What is on its way counts as lost after 15 seconds, and is sent again up to 15 seconds later.
          await expect
            .poll(() => chat.locator(".person-text").allTextContents(), { timeout: 90_000 })
            .toEqual(fromPerson);
          await expect.poll(() => chat.locator(".bubble").allTextContents()).toEqual(asHeard);
          const said = (side: string) => inbox.getByRole("log").locator(`.entry.${side} .said`);
          await expect.poll(() => said("person").allTextContents()).toEqual(fromPerson);
          await expect.poll(() => said("visitor").allTextContents()).toEqual(fromVisitor);
        };
        await showEverything();
        await expect.poll(() => inbox.locator(".sending").count()).toBe(0);
        await expect.poll(() => chat.getByText(notice).count()).toBe(0);
        await inbox.reload();
        await shop.reload();
        chat = await openChat(shop);
        await showEverything();
        const asVisitor = await chat.locator(".person-text, .bubble").allTextContents();
        const asOperator = await inbox
          .getByRole("log")
          .locator(".visitor .said, .person .said")
          .allTextContents();
        expect(asVisitor.map((text) => text.replace("You said: ", ""))).toEqual(asOperator);
      },
    );

    test("after the return, the agent knows what was promised, does not hand over for it again, but does for a new request", async () => {
      const agent = { handoff: {}, tools: ["HandOver"] } as const;
      await using wait = await letWait(["Maren"], { agent, script: handsOver }, (visitor) =>
        askInChat(visitor, "A person, please: where is my refund?"),
      );
      const { talk, chat } = wait;
      const [inbox] = wait.inboxes;
      if (!inbox) throw new Error("There is no inbox.");
      const { model } = talk.service;
      await chat.locator(".reply", { hasText: "Somebody will join." }).waitFor();
      await take(inbox).click();
      await chat.getByText("Maren joined the chat").waitFor();
      await field(inbox).fill("You have your refund by Friday.");
      await field(inbox).press("Enter");
      await chat.locator(".person-text", { hasText: "You have your refund by Friday." }).waitFor();
      await inbox.getByRole("button", { name: "Hand back" }).click();
      await chat.getByText("You're back with the assistant").waitFor();

      const asked = chat.getByText("A person has been asked to join");
      for (const [index, text] of ["When is that?", "Must I ask a person again?"].entries()) {
        await askInChat(chat, text);
        const reply = chat.locator(".reply", { hasText: "You get it by Friday, as promised." });
        await expect.poll(() => reply.count()).toBe(index + 1);
        const read = JSON.stringify(model.asked.at(-1)?.messages);
        expect(read).toMatch(/Written by Maren, a person.*refund by Friday.*handoff is over: Maren/);
        expect(model.asked.at(-1)?.tools ?? []).toEqual([]);
        expect(await asked.count()).toBe(1);
      }
      await askInChat(chat, "Now a person for my broken lamp.");
      await chat.locator(".handoff-bar .spinner").waitFor();
      await expect.poll(() => asked.count()).toBe(2);
      await take(inbox).waitFor();
      await take(inbox).click();
      await expect.poll(() => chat.getByText("Maren joined the chat").count()).toBe(2);
    });
  },
);
