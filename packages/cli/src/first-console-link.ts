import { commandLine, isRefused, signInLinkUrl } from "@servicechat/operations";
import type { Services } from "./open-services.ts";
import type { Settings } from "./settings/settings.ts";

/** How somebody gets into the console. */
export interface ConsoleEntry {
  readonly address: string;
  /** Signs the first owner in: made where nobody exists yet and a person reads the terminal. */
  readonly link?: string;
  /** What makes the first owner; `null` when somebody is there. */
  readonly command: string | null;
}

/** Makes the first owner's link where a person will see it. In a log it would be a key for whoever reads logs. */
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
  if (link === undefined || isRefused(link)) return { address, command };
  return { address, command, link: signInLinkUrl(consoleUrl, link.token) };
}
