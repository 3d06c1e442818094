import type { Document, KnowledgeSource, SyncProgress } from "@servicechat/contract/admin";
import { ago } from "./chats-data.ts";
import { lists, says, sends, type Scene } from "./scene.ts";

/** A document that was read. */
export const someDocument: Document = {
  path: "help/returns.pdf",
  title: "Returns and refunds",
  url: "https://larkfield.example/help/returns",
  type: "pdf",
  bytes: 348_160,
  sha256: "0".repeat(64),
  state: "read",
  reason: null,
  passages: 12,
  missing: [],
  enabled: true,
  addedAt: ago(200),
  readAt: ago(199),
  by: { kind: "operator", name: "Alma Berg" },
  revision: "d1",
};

/** Documents in every state. */
const documents: readonly Document[] = [
  someDocument,
  {
    ...someDocument,
    path: "care.docx",
    title: "How to care for leather",
    url: null,
    type: "docx",
    bytes: 52_300,
    passages: 4,
    missing: ["Page 3 is a picture without text.", "A table on page 5 is nested too deeply."],
  },
  {
    ...someDocument,
    path: "prices 2026.pdf",
    title: "prices 2026",
    url: null,
    state: "unreadable",
    reason: "The PDF is protected with a password. Save it without one, then upload it again.",
    passages: 0,
    readAt: ago(2),
  },
  {
    ...someDocument,
    path: "help/warranty.md",
    title: "Warranty",
    type: "markdown",
    bytes: 2_100,
    passages: 3,
    enabled: false,
  },
  {
    ...someDocument,
    path: "help/shipping.md",
    title: "shipping",
    url: null,
    type: "markdown",
    bytes: 900,
    state: "waiting",
    passages: 0,
    readAt: null,
  },
];

const passages = {
  items: [
    {
      headings: ["How to care for leather", "Cleaning"],
      text: "Wipe the leather with a soft, damp cloth.\nNever use soap: it takes the fat out of the leather.",
    },
    { headings: ["How to care for leather", "Storing"], text: "Keep the bag in its cotton sack." },
  ],
};

const page: KnowledgeSource = {
  id: "s1",
  title: "Opening hours",
  url: "https://larkfield.example/help/hours",
  location: "https://larkfield.example/help/hours",
  source: "url:https://larkfield.example/help",
  passages: 3,
  embedded: 3,
  wordings: 0,
  readAt: ago(200),
  state: "read",
  reason: null,
  kind: "page",
};

const pages: readonly KnowledgeSource[] = [
  page,
  {
    ...page,
    id: "s2",
    title: "Our shops",
    url: "https://larkfield.example/help/shops",
    location: "https://larkfield.example/help/shops",
    state: "failed",
    reason: "The page answered with 500 (a fault of the website).",
  },
];

/** Nothing is being read; it was, some hours ago. */
export const restingSync: SyncProgress = {
  running: false,
  startedAt: null,
  source: null,
  done: 0,
  total: null,
  lastFinishedAt: ago(200),
  lastResult: { added: 3, changed: 1, removed: 0, failed: 1, same: 40 },
  nextAt: ago(-60 * 20),
};

/** In the middle of a website. */
export const runningSync: SyncProgress = {
  ...restingSync,
  running: true,
  startedAt: ago(1),
  source: "url:https://larkfield.example/help",
  done: 12,
  total: 44,
};

const previewed = {
  url: "https://shop.example/",
  title: "The shop",
  words: 320,
  state: "read",
  reason: null,
};

const previewLines = [
  { page: previewed },
  { page: { ...previewed, url: "https://shop.example/help", title: "Help", words: 140 } },
  { page: { ...previewed, url: "https://shop.example/help/returns", title: "Returns", words: 820 } },
  { page: { ...previewed, url: "https://shop.example/help/sizes", title: "Sizes", words: 410 } },
  { page: { ...previewed, url: "https://shop.example/blog/spring", title: "Spring is here", words: 1300 } },
  { page: { ...previewed, url: "https://shop.example/blog/summer", title: "Summer is here", words: 900 } },
  {
    page: {
      ...previewed,
      url: "https://shop.example/account",
      title: null,
      words: 0,
      state: "excluded",
      reason: "The website's robots.txt asks not to read this page.",
    },
  },
  {
    page: {
      ...previewed,
      url: "https://shop.example/map",
      title: "Map",
      words: 0,
      state: "failed",
      reason: "The page has no text of its own: it is drawn by scripts.",
    },
  },
  { end: { pages: 6, more: true } },
];

/** What an agent knows: documents in every state, pages, and a website that can be looked at. */
export const knowledgeScene: Scene = {
  "GET agents/{id}/documents": ({ query }) => {
    const [q, state] = [query.get("q")?.toLowerCase() ?? "", query.get("state")];
    return lists(
      documents.filter(
        (each) =>
          (each.path + each.title).toLowerCase().includes(q) && (state === null || each.state === state),
      ),
    );
  },
  "GET agents/{id}/documents/{id}": ({ query }) =>
    says(query.get("as") === "passages" ? passages : documents[1]),
  "PATCH agents/{id}/documents/{id}": says({ ...documents[1], revision: "d2" }),
  "PUT agents/{id}/documents/{id}": says(someDocument, 201),
  "DELETE agents/{id}/documents/{id}": says(undefined, 204),
  "GET agents/{id}/knowledge": ({ query }) =>
    lists(pages.filter(({ title }) => title.toLowerCase().includes(query.get("q")?.toLowerCase() ?? ""))),
  "GET agents/{id}/knowledge/passages": says({
    items: [{ headings: ["Opening hours"], text: "We are open from 9 to 18 on weekdays." }],
  }),
  "GET agents/{id}/knowledge/sync": says(restingSync),
  "POST agents/{id}/knowledge/sync": says({}),
  "POST agents/{id}/knowledge/sync/stop": says(restingSync),
  "POST knowledge/preview": sends(previewLines),
  "GET agents/{id}/knowledge/search": says({
    items: [
      {
        title: "Returns and refunds",
        url: "https://larkfield.example/help/returns",
        text: "You may return a bag within 30 days of its arrival.",
        score: 0.82,
      },
    ],
  }),
};

/** An agent that knows nothing yet. */
export const noKnowledge: Scene = {
  "GET agents/{id}/documents": lists([]),
  "GET agents/{id}/knowledge": lists([]),
  "GET agents/{id}/knowledge/sync": says({
    ...restingSync,
    lastFinishedAt: null,
    lastResult: null,
    nextAt: null,
  }),
};
