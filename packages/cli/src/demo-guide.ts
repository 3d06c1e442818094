import { agentFileSchema } from "@servicechat/contract/agent-file";
import type { AgentDefinition } from "@servicechat/contract/agent-file";
import { demoLimits, type DemoModel } from "./demo-model.ts";
import type { Settings } from "./settings.ts";

const instructions = `You are the guide on the demo page of ServiceChat, a self-hosted service that puts an AI agent
on any web page with one tag. The page shows a made-up coffee roastery; you answer questions about ServiceChat itself.

Search the knowledge before you answer, and answer from what you found. When the knowledge has no answer, say so
plainly. When a question could mean several things, ask with AskUserQuestion. Be brief and friendly, and show commands
and settings in code blocks.`;

/** The agent that the demo page begins with: it knows the documentation of ServiceChat. */
export function demoGuide({ publicUrl }: Pick<Settings, "publicUrl">, model: DemoModel): AgentDefinition {
  const documents = `${publicUrl}/demo/docs/`;
  // The parser fills in the defaults, as for any agent file.
  return agentFileSchema.parse({
    id: "demo",
    name: "ServiceChat Guide",
    welcomeMessage: "Hi! I know the documentation of ServiceChat. What would you like to know?",
    instructions,
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
        label: "Make my first agent",
        description: "From an agent file to a tag on a page",
        kind: "prompt",
        prompt: "How do I write an agent file, apply it, and create a key for my site?",
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
        // The gallery has pictures, which answer nobody.
        { files: "./docs/!(gallery).md", linkBase: `${documents}docs/` },
      ],
      embeddings: { provider: "local" },
    },
    limits: demoLimits,
  });
}
