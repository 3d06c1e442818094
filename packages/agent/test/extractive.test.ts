import { describe, expect, test } from "vitest";
import { en as phrases } from "../src/extractive/phrases/en.ts";
import { phrasesIn } from "../src/extractive/phrases/phrases.ts";
import { createExtractiveModel } from "../src/extractive/extractive.ts";
import { called, passage, queryOf, result, searched, speak, user } from "./speak-extractive.ts";

describe("answering", () => {
  test("the best passage is quoted word for word with a link to its section", async () => {
    const text = "Send it back **within 60 days**.\n\n```sh\nreturn --label\n```";
    const said = await speak(searched("How long may I return shoes?", [passage("Period", { text })]));
    expect(said).toMatchObject({ toolCalls: [], finish: "stop" });
    expect(said.text).toBe(`${text}\n\nSource: [Returns › Period](https://docs.example/returns#period)`);
  });

  test("steps are quoted completely, and a long list of them says that it continues", async () => {
    const steps = (count: number) =>
      Array.from({ length: count }, (_, at) => `${at + 1}. Press the button of the label again.`).join("\n");
    const answer = async (count: number) => {
      const text = `To print one, open your account in the shop.\n\n${steps(count)}`;
      return (await speak(searched("How do I print a label?", [passage("Label", { text })]))).text;
    };
    expect(await answer(10)).toContain(`\n\n${steps(10)}\n\nSource:`);
    expect(await answer(20)).toMatch(/\n10\. Press the button of the label again\.\n\n…\n\nSource:/);
  });

  test("what a thing is comes before its default, and a question in bold type is not quoted", async () => {
    const quoted = async (text: string) =>
      (await speak(searched("What is the grace period?", [passage("Period", { text })]))).text.split(
        "\n\nSource:",
      )[0];
    expect(await quoted("- Default: `null`\n- Type: number\n\nDays of grace after it.")).toBe(
      "Days of grace after it.\n\n- Default: `null`\n- Type: number",
    );
    expect(await quoted("**What is the grace period?**\n\nTwo days after it.")).toBe("Two days after it.");
    expect(await quoted("**What is the grace period?** Two days after it.")).toBe("Two days after it.");
  });

  test("sections nearby are linked below it, each once, best first, five at most, and none that is far", async () => {
    const others = ["Label", "Label", "Price", "Time", "Exchange", "Damage", "Gifts"];
    const said = await speak(
      searched("How long may I return shoes?", [
        passage("Period"),
        passage("Period", { text: "The second part of the section.", score: 0.7 }),
        ...others.map((heading) => passage(heading, { score: 0.6 })),
        passage("Far", { score: 0.3 }),
      ]),
    );
    const links = ["Label", "Price", "Time", "Exchange", "Damage"].map(
      (heading) => `- [${heading}](https://docs.example/returns#${heading.toLowerCase()})`,
    );
    expect(said.text).toBe(
      "All about Period.\n\nSource: [Returns › Period](https://docs.example/returns#period)\n\n" +
        `Related:\n\n${links.join("\n")}`,
    );
  });

  test("an approved answer is no section nearby", async () => {
    const approved = { ...passage("Gifts", { score: 0.9, url: null }), approved: { id: "ans_1" } };
    const said = await speak(searched("How long may I return shoes?", [passage("Period"), approved]));
    expect(said.text).not.toContain("Related");
  });

  test("a document without an address, or with one that is not a web address, is named without a link", async () => {
    for (const url of [null, "javascript:alert(1)", "not an address"]) {
      const said = await speak(searched("opening hours on Sundays", [passage("Hours", { url })]));
      expect(said.text).toBe("All about Hours.\n\nSource: Returns › Hours");
    }
  });

  test("a document without an address is cited by the number alone that the search gave it, which the chat lists", async () => {
    const question = "opening hours on Sundays";
    const table = "All about Hours:\n\n| Day | Hours |\n| --- | --- |\n| Sunday | 10 to 12 |";
    for (const [text, cited] of [
      ["All about Hours.", "All about Hours. [2]"],
      [table, `${table}\n\n[2]`],
    ] as const) {
      const found = { passages: [{ ...passage("Hours", { url: null, text }), number: 2 }] };
      const said = await speak([
        user(question),
        called("search_knowledge", { query: question }),
        result("search_knowledge", found),
      ]);
      expect(said.text).toBe(cited);
    }
  });

  test("a heading cannot break out of the link that names it", async () => {
    const said = await speak(
      searched("array items in brackets", [
        passage("items[0](x) `a`", { text: "Text.", url: "https://docs.example/a_(b)#c" }),
      ]),
    );
    expect(said.text).toContain("[Returns › items\\[0\\](x) \\`a\\`](https://docs.example/a_%28b%29#c)");
  });

  test("what may answer is quoted as such, with links to the other sections that may help and a sentence of each", async () => {
    const passages = [passage("Period", { score: 0.3 }), passage("Label", { score: 0.25 })];
    const said = await speak(searched("surfboard returns policy", passages));
    expect(said.text).toBe(
      `${phrases.closest}\n\nAll about Period.\n\nSource: [Returns › Period](https://docs.example/returns#period)` +
        `\n\n${phrases.mayHelp}\n\n- [Label](https://docs.example/returns#label)\\\n  All about Label.`,
    );
  });

  test('a "yes" or "no" to another question is not said, and what is said stands below that question', async () => {
    const near = passage("May I return shoes?", { score: 0.3, text: "Yes, within 60 days." });
    const said = await speak(searched("surfboard returns policy", [near]));
    expect(said.text).toContain(`${phrases.closest}\n\n**May I return shoes?**\n\nWithin 60 days.`);
    const sure = await speak(searched("May I return shoes?", [{ ...near, score: 0.9 }]));
    expect(sure.text).toMatch(/^Yes, within 60 days\./);
    const likely = await speak(searched("Must I keep shoes?", [{ ...near, score: 0.5 }]));
    expect(likely.text).toMatch(/^\*\*May I return shoes\?\*\*\n\nWithin 60 days\./);
    const answers = "No, the bot answers on its own, day and night.";
    const high = passage("Do I have to be online to answer?", { score: 0.9, text: answers });
    const other = await speak(searched("Can my colleagues answer chats too?", [high]));
    expect(other.text).toMatch(
      /^\*\*Do I have to be online to answer\?\*\*\n\nThe bot answers on its own, day and night\./,
    );
  });

  test("what was looked for is said when a misspelt word was put right, and the answer is about that", async () => {
    const text = `${"Nothing helps here. ".repeat(30)}Collaborators may add photos.`;
    const said = await speak([
      user("colaborator *photos*"),
      called("search_knowledge", { query: "colaborator *photos*" }),
      result("search_knowledge", { readAs: "collaborator *photos*", passages: [passage("Roles", { text })] }),
    ]);
    expect(said.text).toMatch(
      /^I looked for “collaborator \\\*photos\\\*”\.\n\nCollaborators may add photos\./,
    );
  });

  test("what is only near is linked with its sentence that says most, and what is not near is not said", async () => {
    const text =
      "For the first weeks:\n\n- Boots are kept.\n- A *surfboard* goes\n  back by ship.\n\nIt takes weeks.";
    const passages = [
      passage("Period", { score: 0.15, text }),
      passage("Code", { score: 0.14, text: "```\na\n```" }),
    ];
    const said = await speak(searched("surfboard returns policy", passages));
    expect(said.text).toBe(
      `${phrases.unsure}\n\n${phrases.mayHelp}\n\n- [Period](https://docs.example/returns#period)\\\n` +
        "  A *surfboard* goes back by ship.\n- [Code](https://docs.example/returns#code)",
    );
    const label = await speak(
      searched("surfboards", [passage("Period", { score: 0.3, text: "For boards:" })]),
    );
    expect(label.text).toContain(phrases.unsure);
    const none = await speak(searched("surfboard returns policy", [passage("Period", { score: 0.1 })]));
    expect(none.text).toBe(phrases.nothingFound);
  });

  test("a question in another language than the documentation's gets one note about it, in its own, with links if no passage answers", async () => {
    const text = "All of the parcels are sent with the post on the day after you have paid.";
    const german = searched("Wann wird mein Paket verschickt?", [passage("Sending", { text })]);
    const note = "Diese Seiten sind auf Englisch.";
    const first = await speak(german);
    expect(first.text).toBe(
      `${note}\n\n${text}\n\nQuelle: [Returns › Sending](https://docs.example/returns#sending)`,
    );
    const again = await speak([
      ...german,
      { role: "assistant", text: first.text, toolCalls: [] },
      ...searched("Und wann kommt es an?", []),
    ]);
    expect(again.text).toBe(phrasesIn("de").nothingFound);
    expect((await speak(searched("When is my parcel sent?", [passage("Sending", { text })]))).text).toMatch(
      /^All of the parcels/,
    );
    const near = await speak(searched("Wann kommt mein Paket?", [passage("Sending", { text, score: 0.3 })]));
    expect(near.text).toContain(`${phrasesIn("de").unsure}\n\n${phrasesIn("de").mayHelp}`);
  });

  test("the language of the documentation is that of its running text, not of the languages that it lists", async () => {
    const names =
      "| Language | Code |\n|---|---|\n| 日本語 | ja |\n| 한국어 | ko |\n| ไทย | th |\n| 简体中文 | zh-CN |\n| Deutsch | de |";
    const text = `The language of the page is the one that you choose in the settings.\n\n${names}`;
    const said = await speak(
      searched("How do I change the language?", [
        passage("Languages 语言", { text }),
        passage("Names", { text: names }),
        passage("Greeting", { text: "Say 你好 to the people, or こんにちは when they are from Japan." }),
      ]),
    );
    expect(said.text).toMatch(/^The language of the page is/);
    const odd = passage("Chinese", { text: "欢迎来到我们的网站,请选择您的语言。".repeat(40) });
    const many = ["One", "Two"].map((heading) =>
      passage(heading, { text: "This is what you do with the page." }),
    );
    expect((await speak(searched("How do I change it?", [...many, odd]))).text).toMatch(/^This is what you/);
  });

  test("it says plainly when nothing was found, when there is no knowledge, and when the search failed", async () => {
    expect((await speak(searched("surfboards", []))).text).toBe(phrases.nothingFound);
    expect((await speak([user("surfboards")], { tools: [] })).text).toBe(phrases.noKnowledge);
    expect((await speak([user("a"), result("search_knowledge", "broken", { failed: true })])).text).toBe(
      phrases.searchFailed,
    );
    for (const broken of ["no JSON", "[]", '{"passages":[{"title":1}]}', "null"]) {
      const said = await speak([user("surfboards"), result("search_knowledge", broken)]);
      expect(said.text).toBe(phrases.nothingFound);
    }
  });

  test("in the last round, without tools, it answers with what it has", async () => {
    const said = await speak(searched("returns", [passage("Period"), passage("Label")]), { tools: [] });
    expect(said.toolCalls).toEqual([]);
    expect(said.text).toContain("All about Period.");
  });

  test("greetings, thanks and farewells are answered without a search; a question behind one is not missed", async () => {
    const replies = { "Hi!": "greeting", "good morning": "greeting", "thank you so much": "thanks" } as const;
    for (const [text, name] of Object.entries(replies)) {
      expect((await speak([user(text)])).text, text).toBe(phrases[name]);
    }
    expect((await speak([user("bye")])).text).toBe(phrases.farewell);
    expect((await speak([user("ok, great")])).text).toBe(phrases.acknowledgement);
    expect((await speak([user("What can you do?")])).text).toBe(phrases.about);
    expect((await speak([user("What's this thing?")])).text).toBe(phrases.about);
    expect((await speak([user("hello what is this")])).text).toBe(phrases.about);
    expect(await queryOf([user("What is this thing made of?")])).toBeDefined();
    expect((await speak([user("👍")])).text).toBe(phrases.about);
    expect((await speak([user("Guten Morgen!")])).text).toBe(phrasesIn("de").greeting);
    expect((await speak([user("gracias")])).text).toBe(phrasesIn("es").thanks);
    expect(await queryOf([user("Hi, where is my order?")])).toEqual({ query: "Hi, where is my order?" });
  });
});

describe("speaking", () => {
  const long = Array.from({ length: 60 }, (_, index) => `word${index}`).join(" ");
  const messages = searched("long words please", [passage("Long", { text: long })]);

  test("text comes in pieces that together are what was said, with a pause between them", async () => {
    const pieces: string[] = [];
    let pauses = 0;
    const said = await speak(messages, {
      onText: (piece) => pieces.push(piece),
      pace: () => Promise.resolve(void pauses++),
    });
    expect(pieces.length).toBeGreaterThan(15);
    expect(pieces.join("")).toBe(said.text);
    expect(pauses).toBe(pieces.length - 1);
  });

  test("by default other work is done between the pieces", async () => {
    const order: string[] = [];
    setImmediate(() => order.push("other work"));
    await createExtractiveModel().speak(
      {
        instructions: "",
        messages: [user("Hi")],
        tools: [],
        maxOutputTokens: 100,
        signal: new AbortController().signal,
      },
      () => order.push("piece"),
    );
    expect(order.indexOf("other work")).toBeGreaterThan(0);
    expect(order.lastIndexOf("piece")).toBeGreaterThan(order.indexOf("other work"));
  });

  test("the output limit cuts it", async () => {
    const said = await speak(messages, { maxOutputTokens: 20 });
    expect(said.finish).toBe("length");
    expect(said.outputTokens).toBeLessThanOrEqual(20);
    expect(long.startsWith(said.text.trimEnd())).toBe(true);
    expect(said.text).not.toBe("");
  });

  test("an abort ends it at the next piece, with the signal's reason", async () => {
    const abort = new AbortController();
    const pieces: string[] = [];
    const speaking = speak(messages, {
      signal: abort.signal,
      onText: (piece) => {
        pieces.push(piece);
        if (pieces.length === 2) abort.abort(new Error("stopped"));
      },
    });
    await expect(speaking).rejects.toThrow("stopped");
    expect(pieces).toHaveLength(2);
    await expect(speak(messages, { signal: abort.signal })).rejects.toThrow("stopped");
  });
});
