import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { AgentDefinition } from "@servicechat/contract/agent-file";
import { wordsOf } from "@servicechat/contract/language";
import { expect, test } from "vitest";
import { askWithoutModel } from "../../packages/operations/src/knowledge/ask-without-model.ts";
import { demoGuide } from "../../packages/cli/src/demo/demo-guide.ts";
import { demoShop, shopFolder } from "../../packages/cli/src/demo/demo-shop.ts";
import { demoModel } from "../../packages/cli/src/demo/demo-model.ts";
import { readSettings } from "../../packages/cli/src/settings/settings.ts";
import { openKnowledge } from "../../packages/knowledge/test/open-knowledge.ts";

const settings = readSettings({});
const { model } = demoModel(settings);
const guide = {
  name: "guide",
  definition: demoGuide(settings, model),
  folder: fileURLToPath(new URL("../../", import.meta.url)),
  /** Newcomers' questions, including the starters, and how the answer must begin. */
  questions: {
    "How do I put the chat on my page?": /^To put the chat on your page, paste one script tag/,
    "How do I connect a language model?": /^To connect a language model, name it under `model`/,
    "Which sites may use a key?":
      /^(?:The sites on the key's list may use it|A key restricts the widget to your sites)/,
    "which AI model does it use": /^It uses the AI model that you choose/,
    "can I try it without an OpenAI key":
      /^You can try it without an account, a key or a model: run `npm start`/,
    "teach it about my company": /^Teach it with your own documents/,
    "What does this thing do": /^ServiceChat puts an AI agent on any web page/,
    "Where does it keep my customers' messages?":
      /^Your customers' messages and all other data are stored in/,
    "can I feed it PDFs": /^It reads Markdown, HTML, text, PDF and Word files/,
    "wich langauges does it speek":
      /^I looked for “which languages does it speak”\.\n\nA language model answers in the language/,
    "How do I create my first agent?": /^To create your first agent[^]*\n1\. [^]*\n4\. Paste the tag/,
    "What is the capital of France?": /^I couldn't find anything about that here/,
  },
};
const shop = {
  name: "shop",
  definition: demoShop(settings, model),
  folder: shopFolder,
  questions: {
    "When are you open?": /^We are open Tuesday to Friday/,
    "Which coffee is best for espresso?": /^Choose Dusk for espresso/,
    "How much does delivery cost?": /^Delivery costs €3\.90/,
    telephone: /^Call us on 0555 0142/,
    "where are you": /^You will find us at Mill Lane 4/,
    "I'd like to order": /^(?:I'm not sure, but this is the closest I found:\n\n)?To place an order, call us/,
    "What is the capital of France?": /^I couldn't find anything about that here/,
  },
};

/** A sentence that points to a page or section without a link to it. */
const deadEnd = /(?:^|[.)] )See (?!(?:also )?\[)[^`.]*\./m;

test.each([guide, shop])(
  "the demo's $name answers a newcomer in its first sentence, by words alone, as in its first minute",
  async ({ definition, folder, questions }) => {
    await using demo = await openDemo(definition, folder);
    const prompts = definition.actions.flatMap((action) => (action.kind === "prompt" ? [action.prompt] : []));
    expect(Object.keys(questions)).toEqual(expect.arrayContaining([...definition.starters, ...prompts]));
    for (const [question, begins] of Object.entries(questions)) {
      const said = await demo.ask(question);
      expect.soft(said, question).toMatch(begins);
      expect.soft(said, question).not.toMatch(deadEnd);
    }
  },
);

test("the guide answers the questions in the headings of docs/questions.md with the sentence below, and links to what it points to", async () => {
  await using demo = await openDemo(guide.definition, guide.folder);
  const page = readFileSync(new URL("../../docs/questions.md", import.meta.url), "utf8");
  const entries = [...page.matchAll(/^### (.+\?)\n\n(?:<!--[^]*?-->\n\n)?(.+)/gm)];
  expect(entries.length).toBeGreaterThan(60);
  const others: string[] = [];
  const deadEnds: string[] = [];
  for (const [, heading = "", below = ""] of entries) {
    const begins = wordsOf(below.replace(/\]\([^)]*\)?/g, "")).slice(0, 6);
    const answer = await demo.ask(heading);
    if (deadEnd.test(answer)) deadEnds.push(answer);
    const said = wordsOf(answer.replace(/\]\([^)]*\)/g, ""));
    if (begins.join(" ") !== said.slice(0, begins.length).join(" ")) others.push(heading);
  }
  expect(others).toEqual([]);
  expect(deadEnds).toEqual([]);
}, 240_000);

/** A demo agent whose documents have been read but have no vectors yet. */
async function openDemo(definition: AgentDefinition, folder: string) {
  const open = await openKnowledge();
  const { embeddings: _, ...knowledge } = definition.knowledge;
  const agent = {
    ...open.agent(knowledge.sources, folder),
    definition: { ...definition, knowledge },
    id: definition.id,
  };
  await open.putAgent(agent, 0);
  await open.knowledge.sync(agent);
  const ask = askWithoutModel(agent, open);
  return {
    ask: async (question: string) => (await ask(question, new AbortController().signal)).text,
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  };
}
