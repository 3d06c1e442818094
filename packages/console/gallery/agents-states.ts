import { agent } from "./agents-data.ts";
import { ago } from "./chats-data.ts";
import type { ConsoleState } from "./console-state.ts";
import { viewer } from "./full-scene.ts";
import { knowledgeStates } from "./knowledge-states.ts";
import { lists, says } from "./scene.ts";

/** The pages of agents in every state. */
export const agentsStates: readonly ConsoleState[] = [
  { name: "agents", title: "Agents", path: "agents", shows: ".rows" },
  {
    name: "agents-empty",
    title: "No agent yet",
    path: "agents",
    scene: { "GET agents": lists([]) },
    shows: ".empty",
  },
  {
    name: "agent-file",
    title: "The file of an agent",
    path: "agents/larkfield/file",
    shows: ".editor:not(.pending)",
  },
  {
    name: "agent-file-fault",
    title: "A file with a fault",
    path: "agents/larkfield/file",
    fill: [".cm-content", "id: larkfield\nname: Larkfield\nbranding:\n  colour: red\n"],
    shows: ".faults",
  },
  {
    name: "agent-file-rights",
    title: "A file, for somebody who may only read it",
    path: "agents/larkfield/file",
    scene: viewer,
    shows: ".editor:not(.pending)",
  },
  {
    name: "agent-preview",
    title: "The file of an agent, beside the chat that answers with it",
    path: "agents/larkfield/preview",
    shows: ".preview-stage > iframe",
  },
  {
    name: "agent-preview-telephone",
    title: "The chat on a telephone, dark and from right to left",
    path: "agents/larkfield/preview",
    press: [1, 2, 3].map((group) => `.preview-bar > :nth-child(${group}) > .mode:last-child`),
    shows: ".preview-stage > iframe[src*='dark'][src*='lang=ar']",
  },
  {
    name: "agent-preview-fault",
    title: "A draft with a fault, which is not shown",
    path: "agents/larkfield/preview",
    fill: [".cm-content", "id: larkfield\nname: Larkfield\nbranding:\n  colour: red\n"],
    shows: ".preview .notice.warn",
  },
  {
    name: "agent-preview-rights",
    title: "No preview for somebody who may not change the agent",
    path: "agents/larkfield/preview",
    scene: viewer,
    shows: ".empty",
  },
  {
    name: "agent-draft",
    title: "A draft from another day, since when another version has become live",
    path: "agents/larkfield/preview",
    scene: {
      "GET drafts": lists([{ agent: "larkfield" }]),
      "GET agents/{id}/draft": says({
        agent: "larkfield",
        file: agent.file.replace("Be brief", "Be friendly").replace("200000", "300000"),
        basedOn: 12,
        live: 14,
        savedAt: ago(2000),
        expiresAt: ago(-9000),
        revision: "d1",
      }),
    },
    shows: ".draft-note",
  },
  {
    name: "agent-look",
    title: "How an agent looks",
    path: "agents/larkfield/look",
    shows: ".preview-stage > iframe",
  },
  ...knowledgeStates,
  {
    name: "agent-install",
    title: "The tag of an agent, and a page that was checked",
    path: "agents/larkfield/install",
    press: [".install .form button[type='submit']"],
    shows: ".install-findings",
  },
  {
    name: "agent-install-new",
    title: "An agent without a key",
    path: "agents/larkfield/install",
    scene: { "GET keys": lists([]) },
    shows: ".empty",
  },
  {
    name: "agent-versions",
    title: "Versions of an agent",
    path: "agents/larkfield/versions",
    press: [".version > summary"],
    shows: ".difference",
  },
];
