import type { RequestListener } from "node:http";
import { describe, expect, test } from "vitest";
import { askInChat } from "../support/ask-in-chat.ts";
import { noChromium } from "../support/chromium.ts";
import { chatOf, startWidget } from "../support/start-widget.ts";
import { untilTrue } from "../support/until-true.ts";

/** What a comment on the shop's page may contain after scripts were removed: only an address and `data-*`. */
const evil = `https://evil.example/x/`;
const attributes = `name="currentScript" src="${evil}" data="${evil}" action="${evil}" data-agent-key="ak_a_b" data-greeting="hi" data-open`;
const stands: Readonly<Record<string, string>> = {
  img: `<img ${attributes}>`,
  form: `<form ${attributes}><input name="src" value="${evil}"><input name="dataset"></form>`,
  iframe: `<iframe ${attributes}></iframe>`,
  embed: `<embed ${attributes}>`,
  object: `<object ${attributes}></object>`,
  "two images": `<img ${attributes}><img ${attributes}>`,
};

/** A page that shows such a comment above its tag with the key. */
async function openPage(comment: string, tag = `async data-open`) {
  const asked: string[] = [];
  let html = "";
  const shop: RequestListener = (_, response) =>
    void response.setHeader("content-type", "text/html; charset=utf-8").end(html);
  const stranger: RequestListener = ({ url = "" }, response) => {
    asked.push(url);
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("content-type", "text/javascript").end("window.isTaken = true; export {};");
  };
  const widget = await startWidget(
    { agent: { pageContext: true } },
    { sites: { "shop.example": shop, "evil.example": stranger } },
  );
  html = `<!doctype html><html lang="en"><title>Tents</title><h1>Tents</h1><div class="comment">${comment}</div>
    <script src="https://chat.example/launcher.js" data-agent-key="${widget.service.key}" ${tag}></script>`;
  return { widget, asked, page: await widget.openShop() };
}

describe.skipIf(noChromium)(
  `a page that shows text by strangers${noChromium ? ` (${noChromium})` : ""}`,
  () => {
    test.each(Object.entries(stands))(
      "has its own chat, and runs no script of a stranger, if the name currentScript belongs to: %s",
      async (_, comment) => {
        for (const tag of ["async data-open", "data-open"]) {
          const opened = await openPage(comment, tag);
          await using _widget = opened.widget;
          const chat = await chatOf(opened.page);
          await chat.getByText("Hi! How can we help?").waitFor();
          expect(opened.asked.filter((path) => path.includes("launcher"))).toEqual([]);
          expect(await opened.page.evaluate("window.isTaken")).toBeUndefined();
        }
      },
    );

    test.each(["img", "form", "embed", "object"])(
      "has its own chat, and sends the agent its own title, if every relevant member of the document is: %s",
      async (kind) => {
        const names = [
          "createElement",
          "documentElement",
          "activeElement",
          "title",
          "body",
          "head",
          "hidden",
        ];
        const { widget, page } = await openPage(
          names.map((name) => `<${kind} name="${name}"></${kind}>`).join(""),
        );
        await using _widget = widget;
        const chat = await chatOf(page);
        await askInChat(chat, "What is this?");
        await chat.getByText("Hello from the model.").first().waitFor();
        expect(JSON.stringify(widget.service.model.asked)).toContain("Tents");
      },
    );

    test.each([
      `<img id="ServiceChat"><a id="ServiceChat" name="q"></a>`,
      `<form id="ServiceChat"><select name="q"></select><object name="destroy"></object></form>`,
      `<iframe name="ServiceChat" src="${evil}"></iframe>`,
      `<embed id="ServiceChat">`,
      `<object id="ServiceChat"><object id="destroy" name="destroy"></object></object>`,
    ])("has its own chat if something else has its name: %s", async (comment) => {
      const { widget, page } = await openPage(comment);
      await using _widget = widget;
      await untilTrue(page, "window.ServiceChat?.isOpen?.() === true");
      await (await chatOf(page)).getByText("Hi! How can we help?").waitFor();
    });
  },
);
