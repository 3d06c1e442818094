import { createOpenAICompatible } from "@ai-sdk/openai-compatible";

// Any provider package of the AI SDK works: its language model is the default export.
const acme = createOpenAICompatible({
  name: "acme",
  baseURL: process.env.ACME_BASE_URL ?? "http://localhost:11434/v1",
  apiKey: process.env.ACME_API_KEY,
  includeUsage: true,
});

// oxlint-disable-next-line import/no-default-export -- where the service looks for it
export default acme("qwen3:8b");
