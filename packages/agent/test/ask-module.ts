import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { askAgent } from "./ask-agent.ts";
import type { Question } from "./ask-agent.ts";

/** Asks an agent whose model is the default export of this module text. */
export async function askModule(source: string, more: Partial<Question> = {}) {
  const folder = await mkdtemp(join(tmpdir(), "servicechat-module-"));
  try {
    await writeFile(join(folder, "model.mjs"), source);
    return await askAgent({
      url: "",
      baseDirectory: folder,
      ...more,
      agent: { model: { provider: "ai-sdk", module: "./model.mjs", apiKeyEnv: "MODEL_KEY" }, ...more.agent },
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}
