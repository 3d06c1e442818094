import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { AgentDraft, AgentWithFile, Key } from "@servicechat/contract/admin";
import { ago } from "./chats-data.ts";
import type { ConsoleState } from "./console-state.ts";
import { viewer } from "./full-scene.ts";
import { noKnowledge } from "./knowledge-data.ts";
import { fails, lists, says, type Scene } from "./scene.ts";

const purposes = join(import.meta.dirname, "../src/agents/new/purposes");
const fileOf = (purpose: string): string =>
  readFileSync(join(purposes, `${purpose}.yaml`), "utf8")
    .replace(/^id: .*$/m, "id: mueller-soehne")
    .replaceAll("NAME", "Müller & Söhne");

const named = "id: mueller-soehne\nname: Müller & Söhne\nmodel:\n  provider: extractive\n";
const draft: AgentDraft = {
  agent: "mueller-soehne",
  basedOn: null,
  live: null,
  savedAt: ago(40),
  expiresAt: ago(-30 * 24 * 60),
  revision: "d1",
  file: named,
};
const agent: AgentWithFile = {
  id: "mueller-soehne",
  version: 1,
  file: fileOf("help-desk.en"),
  definition: { name: "Müller & Söhne" },
  author: { kind: "operator", name: "Alma Berg" },
  note: null,
  createdAt: ago(12),
  revision: "a1",
};
const key: Key = {
  id: "key_9c1f",
  agent: "mueller-soehne",
  name: "Müller & Söhne",
  lastFour: "nHc0",
  allowed: ["mueller-soehne.example", "www.mueller-soehne.example"],
  rateLimit: 60,
  serverSide: false,
  createdAt: ago(9),
  revokedAt: null,
  endsAt: null,
  revision: "k1",
};

/** An agent with its purpose, and without a key. */
const begun: Scene = {
  "GET agents/{id}": says(agent),
  "GET agents/{id}/draft": fails("draft_not_found"),
  "GET keys": lists([]),
  "PUT agents/{id}/draft": says(draft),
};
const ignorant: Scene = { ...begun, ...noKnowledge };
/** The key is there, with its tag. */
const installed: Scene = {
  ...begun,
  "GET keys": lists([key]),
  "GET keys/{id}/tag": says({
    key: "ak_9c1f0b7a2d44_5v0Qm8Zr1Tt0bY3kq9sX2LwEoJ4nHc",
    tag: '<script src="https://chat.example/launcher.js" data-agent-key="ak_9c1f0b7a2d44_5v0Qm8Zr1Tt0bY3kq9sX2LwEoJ4nHc" async></script>',
  }),
};
const at = (step: string): string => `agents/new?agent=mueller-soehne&step=${step}`;

/** The guide to a new agent in every state. */
export const newAgentStates: readonly ConsoleState[] = [
  {
    name: "new-agent",
    title: "A new agent is named; others were begun before",
    path: "agents/new",
    scene: {
      "GET drafts": lists([draft]),
      "GET agents": lists([
        { id: "shop", name: "Shop", version: 2, updatedAt: ago(60 * 26), keys: 0, revision: "s" },
      ]),
      "GET agents/{id}": fails("agent_not_found"),
      "GET agents/{id}/draft": fails("draft_not_found"),
    },
    fill: [".guide-step .field:first-child input", "Müller & Söhne"],
    shows: ".guide-unfinished .row",
  },
  {
    name: "new-agent-taken",
    title: "Its ID is taken, and the next free one is offered",
    path: "agents/new",
    scene: {
      "GET drafts": lists([]),
      "GET agents": lists([]),
      "GET agents/mueller-soehne": says(agent),
      "GET agents/{id}": fails("agent_not_found"),
      "GET agents/{id}/draft": fails("draft_not_found"),
    },
    write: [".guide-step .field:first-child input", "Müller & Söhne"],
    shows: ".form-problem",
  },
  {
    name: "new-agent-purpose",
    title: "What the new agent is for",
    path: at("purpose"),
    scene: { ...begun, "GET agents/{id}": fails("agent_not_found"), "GET agents/{id}/draft": says(draft) },
    press: [".purpose-text > summary"],
    shows: ".purpose.chosen",
  },
  {
    name: "new-agent-knowledge",
    title: "Nothing is known yet",
    path: at("knowledge"),
    scene: ignorant,
    shows: ".guide > .empty",
  },
  {
    name: "new-agent-known",
    title: "The first documents are read, and the chat answers from them",
    path: at("knowledge"),
    scene: begun,
    shows: ".preview-stage > iframe",
  },
  {
    name: "new-agent-model",
    title: "Without a model",
    path: at("model"),
    scene: begun,
    shows: ".preview-stage > iframe",
  },
  {
    name: "new-agent-look",
    title: "How the new agent looks, with a draft that a colleague's version has overtaken",
    path: at("look"),
    scene: {
      ...begun,
      "GET agents/{id}": says({ ...agent, version: 2 }),
      "GET agents/{id}/draft": says({ ...draft, basedOn: 1, live: 2, file: fileOf("shop.en") }),
    },
    shows: ".look .preview-stage > iframe",
  },
  {
    name: "new-agent-try",
    title: "The new agent is tried",
    path: at("try"),
    scene: begun,
    shows: ".preview-stage > iframe",
  },
  {
    name: "new-agent-install",
    title: "The sites on which it may appear",
    path: at("install"),
    scene: begun,
    fill: [".guide-step textarea", "mueller-soehne.example"],
    shows: ".guide-step .form",
  },
  {
    name: "new-agent-waiting",
    title: "The tag, which no page has used yet",
    path: at("install"),
    scene: { ...installed, "GET keys/{id}/sites": lists([]) },
    shows: ".guide-step .copy-field",
  },
  {
    name: "new-agent-seen",
    title: "The tag was seen, and a site that is not allowed has it too",
    path: at("install"),
    scene: {
      ...installed,
      "GET keys/{id}/sites": lists([
        { origin: "https://www.mueller-soehne.example", admitted: 3, refused: 0, lastAt: ago(1) },
        { origin: "https://staging.mueller-soehne.example", admitted: 0, refused: 2, lastAt: ago(3) },
      ]),
    },
    shows: ".notice.seen",
  },
  {
    name: "new-agent-gone",
    title: "A draft that is not there any more",
    path: at("look"),
    scene: { ...begun, "GET agents/{id}": fails("agent_not_found"), "GET drafts": lists([]) },
    shows: ".notice.warn",
  },
  {
    name: "new-agent-rights",
    title: "The guide, for somebody who may not change agents",
    path: "agents/new",
    scene: viewer,
    shows: ".empty",
  },
];
