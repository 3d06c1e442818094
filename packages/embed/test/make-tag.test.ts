import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** Without its types: those of the page are not there for our tests, which have none. */
const load = (name: string) => import(name);
const { isSameChat, makeTag } = await load("../src/chat-options.ts");

beforeEach(() => void vi.stubGlobal("document", { createElement: () => ({ dataset: {} }) }));
afterEach(() => void vi.unstubAllGlobals());

const needed = { src: "https://chat.example/launcher.js", agentKey: "ak_1" };

test("the tag has what it was given, and nothing that it was not", () => {
  expect({ ...makeTag(needed) }).toEqual({ async: true, src: needed.src, dataset: { agentKey: "ak_1" } });
  const all = {
    ...needed,
    lang: "de",
    theme: "dark",
    open: true,
    keepOpen: false,
    target: "#chat",
    greeting: "Hi!",
    greetingAfter: 0,
    sound: true,
    messagePreview: false,
    nonce: "n0nce",
  } as const;
  expect({ ...makeTag(all) }).toEqual({
    async: true,
    nonce: "n0nce",
    src: needed.src,
    dataset: {
      agentKey: "ak_1",
      lang: "de",
      theme: "dark",
      open: "",
      keepOpen: "false",
      target: "#chat",
      greeting: "Hi!",
      greetingAfter: "0",
      sound: "",
      messagePreview: "false",
    },
  });
  expect(makeTag({ ...needed, open: false, sound: false }).dataset).toEqual({ agentKey: "ak_1" });
});

test("an address that a policy has trusted is handed on as it is", () => {
  const trusted = { toString: () => needed.src };
  expect(makeTag({ ...needed, src: trusted }).src).toBe(trusted);
  expect(isSameChat({ ...needed, src: trusted }, needed)).toBe(true);
});

test.each([{ src: "https://other.example/launcher.js" }, { agentKey: "ak_2" }, { target: "#chat" }])(
  "with %j it is another chat",
  (change) => {
    expect(isSameChat(needed, { ...needed, ...change })).toBe(false);
    expect(isSameChat(needed, { ...needed, lang: "de", theme: "dark", open: true })).toBe(true);
  },
);
