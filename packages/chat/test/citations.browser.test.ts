import type { HistoryMessage } from "@servicechat/contract";
import type { Frame } from "playwright-core";
import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import {
  approvedAnswer,
  citedAnswer,
  citing,
  done,
  said,
  sources,
  toolStarted,
} from "../gallery/recordings.ts";
import { openFakeChat } from "./open-fake-chat.ts";

/** The sources that an answer shows. */
async function shown(frame: Frame) {
  const reply = frame.locator(".reply:not(.live)").first();
  await reply.locator(".sources").waitFor();
  return {
    text: await reply.locator(".markdown").innerText(),
    marks: await reply.locator(".markdown .cite").evaluateAll((marks) => marks.map((mark) => mark.ariaLabel)),
    list: await reply.locator(".source").allInnerTexts(),
  };
}

describe.skipIf(noChromium)(`the sources of an answer${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("are numbers in the text that link to a list below it, live and from history, and nothing if there are none", async () => {
    const told = { created_at: "2026-11-21T05:00:00.000Z", status: "complete" } as const;
    const tool = {
      type: "tool",
      id: "t1",
      name: "search_knowledge",
      title: "Searching",
      status: "succeeded",
    } as const;
    const history: HistoryMessage[] = [
      { ...told, id: "msg_1", role: "user", content: "Cite", parts: [{ type: "text", text: "Cite" }] },
      {
        ...told,
        id: "msg_2",
        role: "assistant",
        content: citing,
        parts: [
          { ...tool, rows: sources },
          { type: "text", text: citing },
        ],
      },
    ];
    await using chat = await openFakeChat({ history });
    await chat.say("Cite your sources");
    const live = await shown(chat.frame);
    expect(live).toMatchObject({
      marks: [
        "Source 1: Returns › How long",
        "Source 2: Shipping costs and delivery times",
        "Source 3: Terms of the shop › Gift cards",
      ],
      list: [
        "1\nReturns › How long\nacme.example",
        "2\nShipping costs and delivery times\nacme.example",
        "3\nTerms of the shop › Gift cards",
      ],
    });
    expect(live.text).toContain("not [7] and not list[2].");

    // A number leads to its entry, which is a link if the source has an address.
    const { frame } = chat;
    await frame.getByRole("button", { name: "Source 2: Shipping" }).click();
    expect(await frame.evaluate("document.activeElement.href")).toBe("https://acme.example/help/shipping");
    await frame.getByRole("button", { name: "Source 3: Terms" }).press("Enter");
    expect(await frame.evaluate("document.activeElement.textContent")).toContain("Terms of the shop");
    // A result that was not cited is not a source of the answer.
    expect(await frame.getByText("Orders API").count()).toBe(0);

    // A later answer may cite a source that an earlier one has found; its numbers are its own.
    await chat.say("Again, please");
    const later = frame.locator(".reply").nth(1);
    await later.getByRole("button", { name: "Source 1: Shipping" }).click();
    expect(await later.locator(".source").allInnerTexts()).toEqual([
      "1\nShipping costs and delivery times\nacme.example",
    ]);

    // A list in an answer cites no source of an earlier one.
    const list = "Three ways:\n\n[1] By mail\n[2] By phone\n\n- [3] In the shop";
    chat.change({ reply: [...said(list), done] });
    await chat.say("Which ways?");
    const own = frame.locator(".reply:not(.live)").nth(2);
    await own.getByText("[3] In the shop").waitFor();
    expect(await own.locator(".cite, .sources").count()).toBe(0);

    expect(await shown(await chat.reload())).toEqual(live);
  });

  test("include its own footnotes, after what a tool has found", async () => {
    const text =
      "Within 30 days[^1], by post[^5] or in the shop[^12].\n\nSources:\n" +
      "[^1]: Made up\n[^5]: [By post](https://shop.example/post), the *short* way\n" +
      "  on two lines\n[^12]: <https://shop.example/shops>\n\n> [^13]: quoted\n\n[^7] no note";
    await using chat = await openFakeChat({ reply: [...citedAnswer.slice(0, 2), ...said(text), done] });
    await chat.say("What may I return?");
    expect(await shown(chat.frame)).toEqual({
      text: "Within 30 days1, by post2 or in the shop3.\n\nSources:\n\n[^13]: quoted\n\n[^7] no note",
      marks: [
        "Source 1: Returns › How long",
        "Source 2: By post, the short way on two lines",
        "Source 3: https://shop.example/shops",
      ],
      list: [
        "1\nReturns › How long\nacme.example",
        "2\nBy post, the short way on two lines\nshop.example",
        "3\nhttps://shop.example/shops\nshop.example",
      ],
    });
    await chat.frame.getByRole("button", { name: "Source 2: By post" }).click();
    expect(await chat.frame.evaluate("document.activeElement.href")).toBe("https://shop.example/post");
  });

  test("include footnotes with names, numbered with the others in the order of citations, and not in code", async () => {
    const text =
      "Within 30 days[^note], unless it was a gift[^1A][^2], see [1] and [7].\n\n`[^note]` [^none]\n\n" +
      "[^1a]: Gift cards\n[^note]: [Terms](https://shop.example/terms)\n[^2]: Two";
    await using chat = await openFakeChat({ reply: [...citedAnswer.slice(0, 2), ...said(text), done] });
    await chat.say("What may I return?");
    const live = await shown(chat.frame);
    expect(live).toEqual({
      text: "Within 30 days1, unless it was a gift23, see 4 and [7].\n\n[^note] [^none]",
      marks: [
        "Source 1: Terms",
        "Source 2: Gift cards",
        "Source 3: Shipping costs and delivery times",
        "Source 4: Returns › How long",
      ],
      list: [
        "1\nTerms\nshop.example",
        "2\nGift cards",
        "3\nShipping costs and delivery times\nacme.example",
        "4\nReturns › How long\nacme.example",
      ],
    });
    await chat.frame.getByRole("button", { name: "Source 1: Terms" }).click();
    expect(await chat.frame.evaluate("document.activeElement.href")).toBe("https://shop.example/terms");
  });

  test("are found for citations before and after the use of a tool", async () => {
    await using chat = await openFakeChat({
      reply: [
        ...said("Within 30 days[^1], as it says[^terms]."),
        toolStarted,
        { type: "tool_usage_stop", data: { id: "t1", status: "succeeded" } },
        ...said("[^1]: Returns\n[^terms]: Terms\n\nBy post, too[^1]."),
        done,
      ],
    });
    await chat.say("What may I return?");
    await chat.frame.locator(".sources").waitFor();
    expect(await chat.frame.locator(".markdown").allInnerTexts()).toEqual([
      "Within 30 days1, as it says2.",
      "By post, too1.",
    ]);
    expect(await chat.frame.locator(".source").allInnerTexts()).toEqual(["1\nReturns", "2\nTerms"]);
  });

  test("that are only related are folded behind their number, which the keyboard unfolds", async () => {
    const related =
      "Within 30 days.\n\nSource: [Returns](https://acme.example/help/returns)\n\n" +
      "Voir aussi\u00a0:\n\n- [Shipping](https://acme.example/help/shipping)\n- [Orders](https://acme.example/orders)";
    await using chat = await openFakeChat({ reply: [...citedAnswer.slice(0, 2), ...said(related), done] });
    await chat.say("What may I return?");
    const { frame } = chat;
    const control = frame.getByRole("button", { name: "2 related pages" });
    await control.waitFor();
    expect(await frame.locator(".reply .markdown").allInnerTexts()).toEqual([
      "Within 30 days.\n\nSource: Returns",
    ]);
    expect(await control.getAttribute("aria-expanded")).toBe("false");
    await control.press("Enter");
    const links = frame.locator(".related a");
    expect(await links.allInnerTexts()).toEqual(["Shipping", "Orders"]);
    expect(await links.first().getAttribute("href")).toBe("https://acme.example/help/shipping");
    expect(await links.first().getAttribute("target")).toBe("_blank");
    await control.press("Enter");
    expect(await links.count()).toBe(0);

    // The same words where more follows, or above something else than a list, are an answer like any other.
    const prose = "Related:\n\n- [Orders](https://acme.example/orders)\n\nThat is all.";
    chat.change({ reply: [...said(prose), done] });
    await chat.say("And?");
    const later = frame.locator(".reply:not(.live)").nth(1);
    await later.getByText("That is all.").waitFor();
    expect(await later.locator(".markdown").innerText()).toContain("Related:\n\nOrders");
  });

  test("that people have approved have a name in the visitor's language, and lead nowhere", async () => {
    await using chat = await openFakeChat({ reply: approvedAnswer, lang: "de" });
    await chat.say("how much is a flat tyre?");
    const live = await shown(chat.frame);
    expect(live.list).toEqual(["1\nAntwort vom Team", "2\nRepairs\nacme.example"]);
    expect(live.marks).toEqual(["Quelle 1: Antwort vom Team", "Quelle 2: Repairs"]);
    expect(await chat.frame.locator(".sources a").count()).toBe(1);
  });
});
