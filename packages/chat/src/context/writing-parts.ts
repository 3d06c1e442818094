import type { DeviceWords } from "../words/words.ts";

/** What a chat is written down with. */
export interface WritingParts {
  readonly agentName: string;
  readonly words: DeviceWords;
  readonly savedAt: Date;
  /** The service's address, which images are relative to. */
  readonly base: string;
}
