import { commandLine, isRefused } from "@servicechat/operations";
import type { Workplace } from "../command-operations.ts";
import type { SeenVersions } from "../input/seen-versions.ts";
import { resultOrThrow } from "./result-or-throw.ts";

/** The live version of an agent. */
export interface LiveVersion {
  readonly version: number;
  readonly at: number;
  /** Its file, as written. */
  readonly text: string;
  readonly author: string;
  /** The revision that an apply based on it names. */
  readonly revision: string;
}

/** The live version of an agent, and whether a file is based on it; `undefined` if there is no such agent. */
export async function findLiveVersion(
  place: Pick<Workplace, "operations" | "name" | "me">,
  { agent, file, text }: { readonly agent: string; readonly file: string; readonly text: string },
  seenVersions: SeenVersions,
): Promise<{ readonly live: LiveVersion; readonly isSeen: boolean } | undefined> {
  const read = await place.operations.agents.read(commandLine, { agent });
  if (isRefused(read) && read.kind === "agent_not_found") return undefined;
  const { version, at, file: liveText, author, revision } = resultOrThrow(read);
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
  // Nothing is remembered about the file, so it is assumed to be newer than a version by the same author or by the
  // service itself.
  if (author.kind === "system") return { live, isSeen: true };
  const me = await place.me();
  return { live, isSeen: author.kind === me.kind && author.name === me.name };
}
