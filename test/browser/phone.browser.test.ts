import { describe, expect, test } from "vitest";
import { askInChat } from "../support/ask-in-chat.ts";
import { noChromium } from "../support/chromium.ts";
import { lampSearch } from "../support/lamp-search.ts";
import type { ModelScript } from "../support/model-server.ts";
import { openChat, startWidget } from "../support/start-widget.ts";
import { untilTrue } from "../support/until-true.ts";

const longWord = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";
const form = {
  id: "return",
  label: longWord,
  description: longWord,
  kind: "form",
  prompt: "{order}",
  inputSchema: {
    type: "object",
    additionalProperties: false,
    required: ["order"],
    properties: {
      order: { type: "string", title: longWord, description: longWord },
      box: { type: "boolean", title: longWord },
    },
  },
};
const empty = { id: "empty", label: longWord, description: longWord, kind: "host", confirm: true };
const question = {
  question: longWord,
  header: longWord,
  options: ["a", "b"].map((end) => ({ label: longWord + end, description: longWord })),
  multiSelect: false,
};
const script: ModelScript = ({ messages }) =>
  messages.at(-1)?.role === "tool"
    ? ["Thank you."]
    : [{ tool: "AskUserQuestion", input: { questions: [question] } }];

/** Elements that are wider than their container. */
const misfits = `[...document.querySelectorAll(".scroller, .offers, dialog, form, fieldset")]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
  .map((each) => each.outerHTML.slice(0, 80))`;

describe.skipIf(noChromium)(`on a narrow phone${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("no text of the agent is too long for its container: in the menu, a dialog, a form, a question", async () => {
    await using widget = await startWidget({
      script,
      agent: { actions: [form, empty], tools: ["AskUserQuestion"] },
    });
    const chat = await openChat(await widget.openShop("/", { width: 320, height: 740 }));
    const expectFits = async () => expect(await chat.evaluate(misfits)).toEqual([]);
    const menu = chat.locator(".offer-menu > button");
    await askInChat(chat, "Hello");
    await chat.locator("form.question").waitFor();
    await expectFits();

    await menu.click();
    await chat.locator(".offers").waitFor();
    await expectFits();
    await chat.locator(".offers button").nth(1).click();
    await chat.getByRole("dialog").waitFor();
    await expectFits();
    await chat.getByRole("button", { name: "Cancel" }).click();

    await menu.click();
    await chat.locator(".offers button").first().click();
    await chat.locator("form.filling").waitFor();
    await expectFits();
    await chat.getByRole("button", { name: "Cancel" }).click();

    await chat.getByRole("button", { name: "Skip" }).click();
    await chat.getByText("Thank you.").first().waitFor();
    await expectFits();
  });

  test("deeply nested lists, tasks and quotes are no wider than the view, and remain readable", async () => {
    const text = (level: number) => `Level ${level}`;
    const nested = (mark: string) =>
      Array.from({ length: 20 }, (_, level) => `${"   ".repeat(level)}${mark} ${text(level)}`).join("\n");
    const quoted = Array.from({ length: 20 }, (_, level) => `${"> ".repeat(level + 1)}${text(level)}`);
    const answer = [nested("1."), nested("-"), nested("- [ ]"), quoted.join("\n>\n")].join("\n\n---\n\n");
    await using widget = await startWidget({ script: () => [answer] });
    const chat = await openChat(await widget.openShop("/", { width: 320, height: 740 }));
    await askInChat(chat, "Hello");
    await chat.locator("article:not(.live) hr").first().waitFor();
    expect(await chat.evaluate(misfits)).toEqual([]);
    const widths = await chat
      .getByText(text(19), { exact: true })
      .evaluateAll((each: readonly { readonly offsetWidth: number }[]) =>
        each.map(({ offsetWidth }) => offsetWidth),
      );
    expect(widths).toHaveLength(4);
    expect(Math.min(...widths)).toBeGreaterThan(40);
  });

  test("the control that expands the search results is large enough for a finger", async () => {
    await using widget = await startWidget(lampSearch);
    const document = { agentId: "acme-support", source: "test", fingerprint: "1", readAt: 1 };
    await widget.service.storage.knowledge.replaceDocument(
      { ...document, id: "doc_1", location: "lamps.md", title: "Lamps", url: "https://shop.example/lamps" },
      [{ headings: ["Lamps"], anchor: null, text: "About lamps" }],
    );
    const chat = await openChat(await widget.openShop("/", { width: 320, height: 740 }));
    await askInChat(chat, "Where are lamps?");
    const line = chat.locator("button.tool-line");
    await line.waitFor();
    // WCAG 2.2, 2.5.8
    expect((await line.boundingBox())?.height).toBeGreaterThanOrEqual(24);
  });

  test("a new chat starts at its beginning, wherever the previous one was scrolled to", async () => {
    const actions = Array.from({ length: 20 }, (_, number) => ({
      id: `a${number}`,
      label: `Action ${number}`,
      kind: "prompt",
      prompt: "Do it.",
    }));
    await using widget = await startWidget({
      script: () => ["Many words. ".repeat(400)],
      agent: { actions },
    });
    const page = await widget.openShop("/", { width: 320, height: 740 });
    const chat = await openChat(page);
    await askInChat(chat, "Hello");
    await chat.locator("article:not(.live)").waitFor();
    await chat.evaluate("document.querySelector('.scroller').scrollTo(0, 1000)");
    await page.evaluate("ServiceChat.newChat()");
    await chat.getByRole("button", { name: "Action 0", exact: true }).waitFor();
    await untilTrue(chat, "document.querySelector('.scroller').scrollTop === 0");
  });
});
