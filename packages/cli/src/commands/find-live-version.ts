import { commandLine, isRefused } from "@servicechat/operations";
import type { Workplace } from "../command-operations.ts";
import type { SeenVersions } from "../input/seen-versions.ts";
import { answered } from "./answered.ts";

/** The version of an agent that answers now. */
export interface LiveVersion {
  readonly version: number;
  readonly at: number;
  /** Its file, as it was written. */
  readonly text: string;
  readonly author: string;
  /** What an apply that goes on from it names. */
  readonly revision: string;
}

/** The version of an agent that answers now, and whether a file goes on from it; `undefined`: there is no such agent. */
export async function findLiveVersion(
  place: Pick<Workplace, "operations" | "name" | "me">,
  { agent, file, text }: { readonly agent: string; readonly file: string; readonly text: string },
  seenVersions: SeenVersions,
): Promise<{ readonly live: LiveVersion; readonly isSeen: boolean } | undefined> {
  const read = await place.operations.agents.read(commandLine, { agent });
  if (isRefused(read) && read.kind === "agent_not_found") return undefined;
  const { version, at, file: liveText, author, revision } = answered(read);
  const live = {
    version,
    at,
    text: liveText,
    author: author.name ?? author.kind.replaceAll("_", " "),
    revision,
  };
  if (liveText === text) return { live, isSeen: true };
  const seen = seenVersions.find({ service: place.name, agent, file });
  if (seen) return { live, isSeen: seen.version === version && seen.at === at };
  // Nothing is remembered of the file: it is taken to be newer than what its own writer, or the service itself, has made.
  if (author.kind === "system") return { live, isSeen: true };
  const me = await place.me();
  return { live, isSeen: author.kind === me.kind && author.name === me.name };
}
