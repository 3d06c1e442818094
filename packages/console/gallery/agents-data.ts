import type { AgentWithFile } from "@servicechat/contract/admin";
import { ago } from "./chats-data.ts";
import { knowledgeScene } from "./knowledge-data.ts";
import { fails, lists, says, type Scene } from "./scene.ts";

const file = `# The assistant of the shop.
id: larkfield
name: Larkfield
welcomeMessage: |-
  Hello! What can we do
  for you and your bag?
instructions: |
  You help customers of Larkfield, who sell bags.
  Be brief, and name your sources.
model:
  provider: openai
  name: gpt-5-mini
  apiKey: \${OPENAI_API_KEY}
branding:
  primaryColor: "#9a3412" # as on the site
  position: bottom-right
starters:
  - Where is my order?
  - Can I return a bag?
  - How do I care for leather?
knowledge:
  - url: https://larkfield.example/help # the help pages
    depth: 3
    exclude: [/help/jobs]
tools:
  - Search
limits:
  dailyOutputTokens: 200000
`;
const before = file.replace("Be brief, and name your sources.", "Be brief.").replace("200000", "100000");

/** A shop's agent. */
export const agent: AgentWithFile = {
  id: "larkfield",
  version: 14,
  file,
  definition: {
    name: "Larkfield",
    knowledge: {
      sources: [{ url: "https://larkfield.example/help", depth: 3, maxPages: 500, exclude: ["/help/jobs"] }],
    },
  },
  author: { kind: "operator", name: "Alma Berg" },
  note: "Sources are named",
  createdAt: ago(60 * 25),
  revision: "a14",
};

/** A shop's agent, with its knowledge and its history. */
export const agentsScene: Scene = {
  "GET agents": lists([
    { id: "larkfield", name: "Larkfield", version: 14, updatedAt: ago(60 * 25), keys: 2, revision: "a" },
    { id: "guide", name: "ServiceChat guide", version: 3, updatedAt: ago(60 * 500), keys: 1, revision: "b" },
  ]),
  "GET agents/{id}": says(agent),
  "PUT agents/{id}": says({ ...agent, version: 15, result: "updated", changed: ["instructions"] }),
  "GET drafts": lists([]),
  "GET agents/{id}/draft": fails("draft_not_found"),
  "PUT agents/{id}/draft": says({}),
  "DELETE agents/{id}/draft": says(undefined, 204),
  "POST agents/check": ({ body }) => {
    const written = (body as { file: string }).file;
    const line = written.split("\n").findIndex((each) => each.includes("colour"));
    return says({
      valid: line < 0,
      faults:
        line < 0
          ? []
          : [
              {
                line: line + 1,
                message: "branding: there is no field 'colour'. Did you mean 'primaryColor'?",
              },
            ],
      id: "larkfield",
      result: "updated",
      changed: ["branding"],
      knowledge: false,
      notes: [],
    });
  },
  "POST agents/{id}/preview": ({ body }) =>
    (body as { file: string }).file.includes("colour")
      ? fails("agent_file_faulty")
      : says({ key: "ak_1", url: "/chat/preview?key=1#key=ak_1", expiresAt: ago(-60) }, 201),
  "GET agents/{id}/versions": lists([
    {
      version: 14,
      at: ago(60 * 25),
      author: { kind: "operator", name: "Alma Berg" },
      note: "Sources are named",
      current: true,
      chats: 64,
      outcomes: { confirmed: 9, assumed: 41, unanswered: 6, handed_over: 4, abandoned: 1, open: 3 },
    },
    {
      version: 13,
      at: ago(60 * 90),
      author: { kind: "command_line", name: null },
      note: null,
      current: false,
      chats: 212,
      outcomes: { confirmed: 31, assumed: 120, unanswered: 44, handed_over: 12, abandoned: 5, open: 0 },
    },
    {
      version: 12,
      at: ago(60 * 400),
      author: { kind: "operator", name: "Mara Lind" },
      note: "Longer answers allowed",
      current: false,
      chats: 0,
      outcomes: { confirmed: 0, assumed: 0, unanswered: 0, handed_over: 0, abandoned: 0, open: 0 },
    },
  ]),
  "GET agents/{id}/versions/14": says({ file }),
  "GET agents/{id}/versions/{id}": says({ file: before }),
  "POST agents/{id}/restore": says({ ...agent, version: 15, result: "updated", changed: [] }),
  ...knowledgeScene,
};
