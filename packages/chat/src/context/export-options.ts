import type { MenuAndTabsWords } from "../words/words.ts";

/** What is needed to write down a chat. */
export interface ExportOptions {
  readonly agentName: string;
  readonly words: MenuAndTabsWords;
  readonly savedAt: Date;
  /** The service's address, to which images are relative. */
  readonly base: string;
}
