import { describe, expect, test } from "vitest";
import type { ReplyEntry } from "../src/conversation/conversation.ts";
import { spokenText } from "../src/answer-view/spoken-text.ts";
import { createReadAloud, type Utterance, type Voice } from "../src/message-tools/read-aloud.ts";

const voice = (lang: string, localService = true): Voice => ({
  lang,
  localService,
  default: false,
});

class Said extends EventTarget implements Utterance {
  lang = "";
  voice: Voice | null = null;
  readonly text: string;
  constructor(text: string) {
    super();
    this.text = text;
  }
}

/** A browser that notes what it is told to say. */
function speakingWith(...voices: readonly Voice[]) {
  const known = [...voices];
  const said: Said[] = [];
  let cancelled = 0;
  const synthesis = Object.assign(new EventTarget(), {
    getVoices: () => known,
    speak: (utterance: Said) => void said.push(utterance),
    cancel: () => (cancelled += 1),
  });
  const aloud = createReadAloud({
    synthesis,
    utter: (text) => new Said(text),
  });
  return { aloud, known, said, synthesis, timesCancelled: () => cancelled };
}

describe("reading aloud", () => {
  test("speaks sentence by sentence, in the voice of the language and if possible of its region, and ends after the last", () => {
    const { aloud, said } = speakingWith(voice("en-US"), voice("de-DE"), voice("de_AT"));
    aloud.start("rep_1", ["Ja. Innerhalb von 30 Tagen.", "Kostenlos."], "de-AT");
    expect(said.map(({ text }) => text)).toEqual(["Ja.", "Innerhalb von 30 Tagen.", "Kostenlos."]);
    expect(said.map((each) => each.voice?.lang)).toEqual(["de_AT", "de_AT", "de_AT"]);
    said[0]?.dispatchEvent(new Event("end"));
    expect(aloud.current.value).toBe("rep_1");
    said[2]?.dispatchEvent(new Event("end"));
    expect(aloud.current.value).toBeUndefined();
  });

  test("stops what is being read before it reads something else, and ends when the browser cannot speak", () => {
    const { aloud, said, timesCancelled } = speakingWith(voice("en-GB"));
    aloud.start("rep_1", ["One."], "en");
    aloud.start("rep_2", ["Two."], "en-US");
    expect(timesCancelled()).toBe(1);
    said[0]?.dispatchEvent(new Event("error")); // what was cancelled says so later
    expect(aloud.current.value).toBe("rep_2");
    said[1]?.dispatchEvent(new Event("error"));
    expect(aloud.current.value).toBeUndefined();
    aloud.stop();
    expect(timesCancelled()).toBe(2);
  });

  test("uses only voices of the device, for which nothing is sent, and learns them when the browser does", () => {
    const { aloud, known, said, synthesis } = speakingWith(voice("en-US", false));
    expect([...aloud.languages.value]).toEqual([]);
    aloud.start("rep_1", ["One."], "en");
    expect(aloud.current.value).toBeUndefined();
    known.push(voice("pt_BR"));
    synthesis.dispatchEvent(new Event("voiceschanged"));
    expect([...aloud.languages.value]).toEqual(["pt"]);
    aloud.start("rep_1", ["Um."], "en");
    expect(said).toEqual([]);
  });

  test("is impossible where the browser cannot speak, and does no harm", () => {
    const aloud = createReadAloud({
      synthesis: undefined,
      utter: () => {
        throw new Error("There is nothing to speak with.");
      },
    });
    aloud.start("rep_1", ["One."], "en");
    aloud.stop();
    expect(aloud.current.value).toBeUndefined();
    expect(aloud.languages.value.size).toBe(0);
  });
});

describe("what is read of an answer", () => {
  const replyWith = (text: string): ReplyEntry => ({
    key: "rep_1",
    from: "agent",
    status: "complete",
    parts: [
      {
        type: "tool",
        id: "t1",
        name: "search_knowledge",
        title: "Searching",
        status: "succeeded",
        rows: [{ title: "Returns", url: "https://acme.example/returns", number: 1 }],
      },
      { type: "text", text },
    ],
  });

  test("is its sentences, without the numbers of sources, code, formulas and the paths of addresses", () => {
    const reply = replyWith(
      "## Returns\n\nWithin **30 days** [1], see <https://acme.example/a/b>.\n\n- By post[1]\n- In [a shop](https://acme.example/x)\n\n" +
        "```js\nconst a = 1;\n```\n\n$$x^2$$\n\n| Size | Price |\n|--|--|\n| L | 5 |\n\n---\n",
    );
    expect(spokenText(reply, [reply])).toEqual([
      "Returns",
      "Within 30 days, see acme.example.",
      "By post",
      "In a shop",
      "Size, Price",
      "L, 5",
    ]);
  });

  test("is nothing if only code is left", () => {
    const reply = replyWith("```\nls\n```");
    expect(spokenText(reply, [reply])).toEqual([]);
  });
});
