import { commandLine, signInLinkUrl } from "@servicechat/operations";
import type { Services } from "./open-services.ts";
import type { Settings } from "./settings/settings.ts";

/** How to get into the console. */
export interface ConsoleEntry {
  readonly address: string;
  /** Signs in the first owner; created if nobody exists yet and a person reads the terminal. */
  readonly link?: string;
  /** The command that creates the first owner; `null` if there are people already. */
  readonly command: string | null;
}

/** Creates the first owner's link if a person will see it. In a log, anyone who reads the log could use it. */
export async function firstConsoleLink(
  { consoleUrl }: Pick<Settings, "consoleUrl">,
  { storage, operations }: Pick<Services, "storage" | "operations">,
  isTerminal: boolean = process.stdout.isTTY,
): Promise<ConsoleEntry | undefined> {
  if (consoleUrl === undefined) return undefined;
  const address = `${consoleUrl}/console/`;
  const isSomebodyThere = (await storage.operators.list({ limit: 1 })).items.length > 0;
  if (isSomebodyThere) return { address, command: null };
  const command = "npx servicechat console link";
  const link = isTerminal ? await operations.operators.link(commandLine, {}) : undefined;
  if (link === undefined || "kind" in link) return { address, command };
  return { address, command, link: signInLinkUrl(consoleUrl, link.token) };
}
