import { agentFileSchema } from "@servicechat/contract/agent-file";
import type { AgentDefinition } from "@servicechat/contract/agent-file";
import type { Settings } from "./settings.ts";

const instructions = `You are the guide on the demo page of ServiceChat, a self-hosted service that puts an AI agent
on any web page with one tag. The page shows a made-up coffee roastery; you answer questions about ServiceChat itself.

Search the knowledge before you answer, and answer from what you found. When the knowledge has no answer, say so
plainly. When a question could mean several things, ask with AskUserQuestion. Be brief and friendly, and show commands
and settings in code blocks.`;

/**
 * The demo agent for these settings: with a model when the key of one is set, else word for word from the documents.
 * `answers` says which, for people.
 */
export function demoDefinition({ environment, publicUrl }: Pick<Settings, "environment" | "publicUrl">): {
  readonly definition: AgentDefinition;
  readonly answers: string;
} {
  const { model, answers } = demoModel(environment);
  const documents = `${publicUrl}/demo/docs/`;
  // The parser fills in the defaults, as for any agent file.
  const definition = agentFileSchema.parse({
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
    knowledge: [
      { files: "./README.md", linkBase: documents },
      // The gallery has pictures, which answer nobody.
      { files: "./docs/!(gallery).md", linkBase: `${documents}docs/` },
    ],
  });
  return { definition, answers };
}

function demoModel(environment: Settings["environment"]) {
  if (environment["ANTHROPIC_API_KEY"]) {
    const name = "claude-haiku-4-5";
    return {
      model: { provider: "anthropic", name, apiKeyEnv: "ANTHROPIC_API_KEY" },
      answers: `${name} (Anthropic)`,
    };
  }
  if (environment["OPENAI_API_KEY"]) {
    const name = "gpt-5-mini";
    return { model: { provider: "openai", name, apiKeyEnv: "OPENAI_API_KEY" }, answers: `${name} (OpenAI)` };
  }
  return {
    model: { provider: "extractive" },
    answers: "word for word from the documentation; set ANTHROPIC_API_KEY or OPENAI_API_KEY for a model",
  };
}
