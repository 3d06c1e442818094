import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { noChromium } from "../support/chromium.ts";
import { asksForPerson, chatOf } from "../support/handoff.ts";
import { openInbox, type Inbox } from "../support/open-inbox.ts";
import { ask, history } from "../support/visitor.ts";

/** A visitor who is waiting for a person, and the chat's id in the API. */
async function letWait({ console }: Inbox, question: string) {
  const { token } = await ask(console, question);
  await asksForPerson(console, token);
  const { cookie } = await console.signIn("owner");
  const { id } = await chatOf(console, cookie);
  return { token, id: String(id), cookie };
}

const row = (page: Page, text: string) => page.locator(".inbox-item", { hasText: text });
const list = (page: Page, name: string) => page.getByRole("region", { name: new RegExp(`^${name} `) });

describe.skipIf(noChromium)(`order in the inbox${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("a tag is written once, offered for the next chat, and leads to all chats that have it", async () => {
    await using inbox = await openInbox();
    const { id } = await letWait(inbox, "My parcel is lost.");
    const { id: other } = await letWait(inbox, "Where is my lamp?");
    const page = await inbox.open(`inbox?chat=${id}`, { name: "Ann" });
    await page.getByRole("button", { name: "Tags" }).waitFor();
    await page.getByRole("heading", { name: "My parcel is lost." }).click();
    await page.keyboard.press("l");
    await page.locator("#tag-chat input:focus").waitFor();
    await page.keyboard.type("Lost parcel");
    await page.keyboard.press("Enter");
    await row(page, "My parcel is lost.").locator(".tag", { hasText: "Lost parcel" }).waitFor();
    await page.keyboard.press("Escape");

    await row(page, "Where is my lamp?").getByRole("link").click();
    await page.getByRole("heading", { name: "Where is my lamp?" }).waitFor();
    const facts = page.getByRole("complementary", { name: "Visitor" });
    await facts.getByRole("combobox").fill("par");
    await facts.getByRole("option", { name: "Lost parcel" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await facts.getByRole("link", { name: "Lost parcel" }).click();
    await expect.poll(() => page.locator(".chat-list .chat-row").count()).toBe(2);
    const chosen = page.getByRole("combobox", { name: "Tag", exact: true });
    await expect.poll(() => chosen.inputValue()).toBe("Lost parcel");
    await page.goBack();
    await facts.getByRole("button", { name: "Remove the tag “Lost parcel”" }).click();
    await expect.poll(() => facts.getByRole("link", { name: "Lost parcel" }).count()).toBe(0);
    const { body } = await inbox.console.ask("GET", "/console/api/chats?tag=Lost%20parcel", {
      cookie: (await inbox.console.signIn("owner")).cookie,
    });
    expect(body.items.map((each: { readonly id: string }) => each.id)).toEqual([id]);
    expect(id).not.toBe(other);
  });

  test("a chat that is set aside says until when, and is back as soon as its visitor writes", async () => {
    await using inbox = await openInbox();
    const { id, token } = await letWait(inbox, "My parcel is lost.");
    const page = await inbox.open(`inbox?chat=${id}`, { name: "Ann" });
    await page.getByRole("button", { name: "Set aside until…" }).click();
    await page.getByRole("button", { name: /^Tomorrow/ }).click();
    const until = page.locator(".open-chat-about").getByText(/^Until tomorrow, /);
    await until.waitFor();
    await list(page, "Set aside").waitFor();
    await expect.poll(() => list(page, "Waiting").locator(".inbox-item").count()).toBe(0);
    // It is folded, and says until when each of its chats is there.
    await page.getByRole("button", { name: "Set aside 1" }).click();
    await row(page, "My parcel is lost.")
      .getByText(/^Until tomorrow, /)
      .waitFor();
    await page.mouse.move(900, 400);
    await ask(inbox.console, "Is anybody there?", { token });
    await list(page, "Waiting").locator(".inbox-item", { hasText: "Is anybody there?" }).waitFor();
    await expect.poll(() => until.count()).toBe(0);
  });

  test("several chats are set aside and brought back at once, and the one that a colleague has is named", async () => {
    await using inbox = await openInbox();
    inbox.browser.trouble.expect(/status of 409/);
    const first = await letWait(inbox, "My parcel is lost.");
    await letWait(inbox, "Where is my lamp?");
    await letWait(inbox, "May I return it?");
    const page = await inbox.open("inbox", { name: "Ann" });
    const bar = page.getByRole("region", { name: "Selected chats" });
    await page.getByLabel("Select My parcel is lost.").click();
    await page.getByLabel("Select May I return it?").click({ modifiers: ["Shift"] });
    await bar.getByText("3 selected").waitFor();
    await bar.getByRole("button", { name: "Set aside until…" }).click();
    await page.getByRole("button", { name: "In 1 hour" }).click();
    await bar.getByText("3 chats set aside.").waitFor();
    await expect.poll(() => list(page, "Waiting").locator(".inbox-item").count()).toBe(0);
    await bar.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => list(page, "Waiting").locator(".inbox-item").count()).toBe(3);

    // The keyboard selects the row that has the focus, and another key all rows from there.
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    await bar.getByText("1 selected").waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("Shift+X");
    await bar.getByText("2 selected").waitFor();
    const { cookie } = await inbox.console.signIn("responder");
    // A colleague is quicker, while the requests are on their way.
    let taken: Promise<unknown> | undefined;
    await page.route("**/chats/*/take", async (route) => {
      taken ??= inbox.console.ask("POST", `/console/api/chats/${first.id}/take`, { cookie, body: {} });
      await taken;
      await route.continue();
    });
    await bar.getByRole("button", { name: "Assign to me" }).click();
    await bar.getByText("You have 1 more chat.").waitFor();
    await bar.getByText(/^My parcel is lost\.: .+ has this chat now\.$/).waitFor();
    await bar.getByText("1 selected").waitFor();
  });

  test("a chat is unread for each person until they have opened it", async () => {
    await using inbox = await openInbox();
    const { id, token } = await letWait(inbox, "My parcel is lost.");
    const other = await inbox.browser.context.browser()?.newContext();
    if (!other) throw new Error("There is no browser.");
    const ann = await inbox.open("inbox", { name: "Ann" });
    const ben = await inbox.open("inbox", { name: "Ben", context: other });
    const unread = (page: Page) => page.locator(".inbox-item.unread");
    for (const page of [ann, ben]) await list(page, "Waiting").getByText("1 unread").waitFor();
    await row(ann, "My parcel is lost.").getByRole("link").click();
    await expect.poll(() => unread(ann).count()).toBe(0);
    expect(new URL(ann.url()).searchParams.get("chat")).toBe(id);
    await ask(inbox.console, "Is anybody there?", { token });
    await ben.locator(".inbox-item", { hasText: "Is anybody there?" }).waitFor();
    expect(await unread(ben).count()).toBe(1);
    // Ann has the chat open, and so sees what is added.
    await ann.getByRole("log").getByText("Is anybody there?").waitFor();
    await expect.poll(() => unread(ann).count()).toBe(0);
    await ann.reload();
    await ann.locator(".inbox-item").waitFor();
    await expect.poll(() => unread(ann).count()).toBe(0);
    await other.close();
  });

  test("lists hold still under the pointer, and draw what is new when it leaves or on request", async () => {
    await using inbox = await openInbox();
    await letWait(inbox, "My parcel is lost.");
    const page = await inbox.open("inbox", { name: "Ann" });
    const rows = page.locator(".inbox-item");
    await rows.first().hover();
    await letWait(inbox, "Where is my lamp?");
    const fresh = page.getByRole("button", { name: "1 new" });
    await fresh.waitFor();
    expect(await rows.allInnerTexts()).toEqual([expect.stringContaining("My parcel is lost.")]);
    await fresh.click();
    await row(page, "Where is my lamp?").waitFor();
    await expect.poll(() => fresh.count()).toBe(0);
    await letWait(inbox, "May I return it?");
    await fresh.waitFor();
    await page.mouse.move(900, 400);
    await row(page, "May I return it?").waitFor();
    expect(await fresh.count()).toBe(0);
  });

  test("a canned answer is filled in, and what is not known must be replaced before it is sent", async () => {
    await using inbox = await openInbox();
    const { id, token, cookie } = await letWait(inbox, "My parcel is lost.");
    const page = await inbox.open(`inbox?chat=${id}`, { name: "Ann" });
    const field = page.getByRole("textbox", { name: "Message to the visitor" });
    await field.fill("/");
    await page.getByRole("link", { name: "Write the first one" }).waitFor();
    await inbox.console.ask("POST", "/console/api/canned", {
      cookie,
      body: { name: "Found", text: "Hello {visitor.name}, {me.name} has found it." },
    });
    await field.fill("");
    await field.pressSequentially("/fou");
    await page.getByRole("option", { name: /^Found/ }).waitFor();
    await field.press("Enter");
    await expect.poll(() => field.inputValue()).toBe("Hello {visitor.name}, Ann has found it.");
    await page.getByText("{visitor.name} is not known here.").waitFor();
    // It is not sent, and the field is selected, so that typing replaces it.
    await field.press("Enter");
    await page.keyboard.type("Ines");
    await expect.poll(() => field.inputValue()).toBe("Hello Ines, Ann has found it.");
    await field.press("Enter");
    await page.getByRole("log").getByText("Hello Ines, Ann has found it.").waitFor();
    const said = (await history(inbox.console, token ?? "")).map(({ content }) => content);
    expect(said.filter((text) => text.includes("has found it"))).toEqual(["Hello Ines, Ann has found it."]);
  });
});
