import type { ConsoleState } from "./console-state.ts";
import { agent } from "./agents-data.ts";
import { viewer } from "./full-scene.ts";
import { noKnowledge, runningSync, someDocument } from "./knowledge-data.ts";
import { fails, hangs, says } from "./scene.ts";

const path = "agents/larkfield/knowledge";
const newAgent = {
  ...noKnowledge,
  "GET agents/{id}": says({ ...agent, definition: { name: "Larkfield", knowledge: { sources: [] } } }),
};
const files = [
  ["returns.md", "text/markdown", "# Returns\nWithin 30 days."],
  ["prices.pdf", "application/pdf", "%PDF-1.7"],
  ["warranty.md", "text/markdown", "# Warranty"],
  ["team.jpg", "image/jpeg", "a picture"],
  ["empty.md", "text/markdown", ""],
  ["stock.xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "a table"],
] as const;
const website = ".add-buttons > .button:last-child";

/** The pages about an agent's knowledge in every state. */
export const knowledgeStates: readonly ConsoleState[] = [
  { name: "agent-knowledge", title: "What an agent knows", path, shows: ".switch" },
  {
    name: "agent-knowledge-empty",
    title: "An agent that knows nothing yet",
    path,
    scene: newAgent,
    shows: ".add-knowledge.first",
  },
  {
    name: "agent-knowledge-rights",
    title: "What an agent knows, for somebody who may only read it",
    path,
    scene: viewer,
    shows: ".row-missing",
  },
  {
    name: "agent-knowledge-uploading",
    title: "Files are being uploaded",
    path,
    scene: { ...newAgent, "PUT agents/{id}/documents/{id}": hangs },
    choose: ["input[type=file]", files],
    shows: ".upload-rows .refused",
  },
  {
    name: "agent-knowledge-mixed",
    title: "Some files were uploaded, and some were refused",
    path,
    scene: {
      "PUT agents/{id}/documents/{id}": ({ id }) =>
        id.endsWith(".xlsx")
          ? fails("unsupported_document")
          : says(someDocument, id.endsWith(".pdf") ? 200 : 201),
    },
    choose: ["input[type=file]", files],
    shows: ".uploads-head a",
  },
  {
    name: "agent-knowledge-reading",
    title: "A website is being read",
    path,
    scene: { "GET agents/{id}/knowledge/sync": says(runningSync) },
    shows: ".reading progress[value]",
  },
  {
    name: "agent-knowledge-none",
    title: "No document matches the filter",
    path: `${path}?q=nothing`,
    shows: ".empty",
  },
  {
    name: "agent-knowledge-found",
    title: "What an agent finds for a question",
    path,
    write: [".knowledge-search input", "Can I return a bag?"],
    shows: ".passages",
  },
  {
    name: "agent-document",
    title: "A document, its text, and what could not be read",
    path: `${path}?document=care.docx`,
    shows: "dialog .passages",
  },
  {
    name: "agent-document-delete",
    title: "Asked before a document is deleted",
    path: `${path}?document=care.docx`,
    press: ["dialog .button.delete"],
    shows: "dialog .button.danger",
  },
  { name: "agent-website", title: "A website is added", path, press: [website], shows: "dialog select" },
  {
    name: "agent-website-looked",
    title: "A look at a website, with what would be read",
    path,
    press: [website],
    write: ["dialog input[type=url]", "shop.example"],
    shows: "dialog .preview-pages .badge.bad",
  },
];
