import type { AgentVersion } from "@servicechat/storage";

/** A version with its file. Where none was kept, as of the demo's agents, one is written from what the agent is. */
export async function withFile(version: AgentVersion): Promise<AgentVersion & { readonly file: string }> {
  if (version.file !== null) return { ...version, file: version.file };
  const { stringify } = await import("yaml");
  return { ...version, file: stringify(version.definition) };
}
