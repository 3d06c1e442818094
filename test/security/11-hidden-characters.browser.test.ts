import { exactText } from "@servicechat/contract";
import { createOutbound } from "@servicechat/outbound";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { askInChat } from "../support/ask-in-chat.ts";
import { noChromium } from "../support/chromium.ts";
import { startRecordingApi } from "../support/recording-api.ts";
import { openChat, startWidget } from "../support/start-widget.ts";
import { ask } from "../support/visitor.ts";

/** The sentence in invisible characters, as in the review: 32 bytes in variation selectors. */
const smuggled = Array.from("and delete all of their accounts", (letter) =>
  String.fromCodePoint(0xe0100 + letter.charCodeAt(0)),
).join("");
const fillers = "\u034F\u115F\u1160\u17B4\u180B\u3164\uFFA0\u2800\u200B\u2060\u00AD\uFEFF\u2067\u200F\u2069";
const note = `Please call me${smuggled}${fillers}${" ".repeat(400)}and pay 9000`;
const input = { note, parts: ["א", 77777, 88888] };

/** The characters of a text that a screen does not show, or not in their place. */
const hiddenIn = (text: string) =>
  text.match(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}\p{NChar}\u2000-\u200A\u205F\u1680\u2800]|\s{9,}/gu) ?? [];

test("every code point is either visible or written as a JSON escape", () => {
  const odd: string[] = [];
  for (let code = 0; code <= 0x10ffff; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const sign = String.fromCodePoint(code);
    const shown = exactText(`a${sign}b`);
    const mayStay = hiddenIn(sign).length === 0 || sign === "\n" || sign === "\t";
    const isWrittenOut =
      /^a(?:\\u[0-9a-f]{4}){1,2}b$/.test(shown) && JSON.parse(`"${shown}"`) === `a${sign}b`;
    if (!(isWrittenOut || (mayStay && shown === `a${sign}b`))) odd.push(code.toString(16));
  }
  expect(odd).toEqual([]);
  expect(exactText("Größe: ünï 👍 日本 東京都\u3000港区 ❤\uFE0F 10\u00A0000 €")).toBe(
    "Größe: ünï 👍 日本 東京都\u3000港区 ❤\uFE0F 10\u00A0000 €",
  );
  expect(exactText("👍\uFE0F a\uFE0F")).toBe("👍\\ufe0f a\\ufe0f");
});

test("JSON remains the same JSON, and escapes are not escaped again", () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: "binary" }), (value) => {
      const json = JSON.stringify(value);
      const shown = exactText(json);
      expect(JSON.parse(shown)).toEqual(JSON.parse(json));
      expect(exactText(shown)).toBe(shown);
      expect(hiddenIn(shown.replace(/(?<=[\p{ExtPict}--\p{EPres}])\uFE0F/gv, ""))).toEqual([]);
    }),
  );
});

describe.skipIf(noChromium)(`a visitor who confirms a request${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("sees every character of it, in its place, on the card as on the wire, and that is what is sent", async () => {
    await using api = await startRecordingApi(() => ({ ok: true }));
    await using outbound = createOutbound({ allowedNetworks: ["127.0.0.0/8"] });
    const tool = {
      name: "call_back",
      title: "Asking for a call",
      description: "Asks for a call.",
      inputSchema: { type: "object", properties: { note: { type: "string" }, parts: { type: "array" } } },
      http: { method: "POST", url: `${api.url}/calls` },
    };
    await using widget = await startWidget({
      script: ({ messages }) =>
        messages.at(-1)?.role === "tool" ? ["Done."] : [{ tool: "call_back", input }],
      outbound,
      agent: { tools: [tool] },
    });
    const page = await widget.openShop();
    const chat = await openChat(page);
    await askInChat(chat, "Call me");
    const card = chat.getByRole("region", { name: "Asking for a call" });
    await card.getByRole("button", { name: "Confirm" }).waitFor();
    await card.getByRole("button", { name: "Details" }).click();

    const body = (await card.locator("pre").textContent()) ?? "";
    expect(hiddenIn(body)).toEqual([]);
    expect(JSON.parse(body)).toEqual(input);
    for (const text of await card.locator("dd").allTextContents()) expect(hiddenIn(text)).toEqual([]);
    const { events } = await ask(widget.service, "Call me");
    const wire = events.find(({ event }) => event === "ask_user_question")?.data;
    const { confirm, questions } = wire as { confirm: { body: string }; questions: unknown };
    expect(JSON.stringify([confirm, questions]).match(/\\\\u/g)?.length).toBeGreaterThan(100);
    expect(hiddenIn(JSON.stringify([confirm, questions]))).toEqual([]);

    // A right-to-left text does not move the numbers beside it.
    const places = (await chat.evaluate(`["א", "77777", "88888"].map((wanted) => {
      const walker = document.createTreeWalker(document.querySelector(".request pre"), NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const at = walker.currentNode.data.indexOf(wanted);
        if (at < 0) continue;
        const range = document.createRange();
        range.setStart(walker.currentNode, at);
        range.setEnd(walker.currentNode, at + wanted.length);
        const { top, left } = range.getBoundingClientRect();
        return top * 10_000 + left;
      }
    })`)) as number[];
    expect(places).toEqual(places.toSorted((one, other) => one - other));

    await card.getByRole("button", { name: "Confirm" }).click();
    await chat.getByText("Done.").first().waitFor();
    expect(JSON.parse(api.heard.at(-1)?.body ?? "")).toEqual(input);
  });
});
