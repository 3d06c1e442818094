import type { AgentWithFile, AppliedAgent } from "@servicechat/contract/admin";
import { ApiProblem, asProblem } from "../../api/api-problem.ts";
import { useConsole } from "../../app/console-context.ts";
import type { WebsiteSource } from "./website-entry.ts";

/** An agent whose file the page may change, with the draft that other tabs have begun. */
export interface ChangedAgent {
  readonly agent: AgentWithFile;
  /** The file with changes that are not applied; the agent's own file if there are none. */
  readonly draft: string;
  readonly change: (next: (file: string) => string) => void;
  readonly reload: () => void;
}

/** What is written into an agent's file. */
export interface WebsiteChange {
  /** `undefined` removes the website. */
  readonly source: WebsiteSource | undefined;
  /** The address of the one that it replaces. */
  readonly replaced?: string | undefined;
  /** For the list of versions. */
  readonly note: string;
}

/**
 * Writes a website into the agent's file and applies it, which makes the service read it. Where a draft is begun, it is
 * written there instead: what others have not finished is not made live beside it.
 *
 * @returns the new version, or `undefined` if it is in the draft
 */
export function useApplyWebsite({
  agent,
  draft,
  change,
  reload,
}: ChangedAgent): (wanted: WebsiteChange) => Promise<number | undefined> {
  const { api, words } = useConsole();
  const path = `agents/${encodeURIComponent(agent.id)}`;

  return async ({ source, replaced, note }) => {
    const { writeWebsite } = await import("./website-source.ts");
    const written = (file: string): string => {
      const next = writeWebsite(file, source, replaced);
      if (next === undefined)
        throw new ApiProblem(words.knowledge.website.faultyFile, { code: "agent_file_faulty" });
      return next;
    };
    if (draft !== agent.file) {
      const next = written(draft);
      change((latest) => writeWebsite(latest, source, replaced) ?? next);
      return undefined;
    }
    const put = ({ file, revision }: AgentWithFile): Promise<AppliedAgent> =>
      api.send("PUT", path, { body: { file: written(file), note: note.slice(0, 500) }, revision });
    const applied = await put(agent).catch(async (thrown: unknown) => {
      if (asProblem(thrown).code !== "precondition_failed") throw thrown;
      // Somebody has applied another version since: one website more or less does not contradict it.
      return put(await api.get<AgentWithFile>(path));
    });
    reload();
    return applied.version;
  };
}
