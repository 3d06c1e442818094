import { agentFileSchema } from "@servicechat/contract/agent-file";
import type { AgentDefinition } from "@servicechat/contract/agent-file";
import { filesPattern, projectDocuments } from "./demo-documents.ts";
import { demoLimits, type DemoModel } from "./demo-model.ts";
import type { Settings } from "../settings/settings.ts";

const instructions = `You are the guide on the demo page of ServiceChat, a self-hosted service that puts an AI agent
on any web page with one tag. The page shows a made-up coffee roastery; you answer questions about ServiceChat itself.

Search the knowledge before you answer, and answer from what you found. When the knowledge has no answer, say so
plainly. When a question could mean several things, ask with AskUserQuestion. Be brief and friendly, and show commands
and settings in code blocks.`;

/**
 * Pages that answer no visitor's question: the gallery consists of pictures, the promises list tests, the decisions,
 * the design and the conformance are for developers of the service, and the many short entries of the admin API match any word.
 */
const unread: ReadonlySet<string> = new Set([
  "docs/gallery.md",
  "docs/promises.md",
  "docs/decisions.md",
  "docs/design.md",
  "docs/conformance.md",
  "docs/admin-api.md",
]);

/** What the guide knows from `docs`. */
const manual = projectDocuments
  .filter((path) => path.startsWith("docs/") && !unread.has(path))
  .map((path) => path.slice("docs/".length));

/** The first agent of the demo page: it knows the documentation of ServiceChat. */
export function demoGuide({ publicUrl }: Pick<Settings, "publicUrl">, model: DemoModel): AgentDefinition {
  const documents = `${publicUrl}/demo/docs/`;
  // The parser fills in the defaults, as for every agent file.
  return agentFileSchema.parse({
    id: "demo",
    name: "ServiceChat Guide",
    welcomeMessage: "Hi! I know the documentation of ServiceChat. What would you like to know?",
    instructions: model.provider === "extractive" ? "" : instructions,
    model,
    branding: { primaryColor: "#9a3412" },
    starters: [
      "How do I put the chat on my page?",
      "How do I connect a language model?",
      "Which sites may use a key?",
    ],
    tools: ["search_knowledge", "AskUserQuestion"],
    followUps: model.provider !== "extractive",
    actions: [
      {
        id: "first-agent",
        label: "Create my first agent",
        description: "From an agent file to a tag on a page",
        kind: "prompt",
        prompt: "How do I create my first agent?",
      },
      {
        id: "read-documentation",
        label: "Read the documentation",
        description: "Open the project's README",
        kind: "link",
        url: `${documents}README.md`,
      },
    ],
    knowledge: {
      sources: [
        { files: "./README.md", linkBase: documents },
        { files: filesPattern("docs/", manual), linkBase: `${documents}docs/` },
      ],
      embeddings: { provider: "local" },
    },
    limits: demoLimits,
  });
}
