/** The languages of the chat. */
export const chatLanguages = [
  "ar",
  "de",
  "en",
  "es",
  "fr",
  "it",
  "ja",
  "nl",
  "pl",
  "pt",
  "tr",
  "zh",
] as const;
/** A language of the chat. */
export type ChatLanguage = (typeof chatLanguages)[number];

/** A text for every language of the chat, or one for each of some. */
export type PerLanguage = string | { readonly [Language in ChatLanguage]?: string | undefined };

/** How visitors learn that an AI answers. Absent parts have the chat's defaults. */
export interface AiNotice {
  readonly text?: PerLanguage | undefined;
  /** Where visitors can read more. */
  readonly link?: PerLanguage | undefined;
}

/**
 * What the chat must know of every agent. The document of the frame contains it, so that the agent view stays as narrow
 * as the specification has it.
 */
export interface FrameSettings {
  /** Absent: the operator has switched it off. */
  readonly notice?: AiNotice;
  /** Absent: replies cannot be rated. */
  readonly feedback?: true;
  /** Absent: the chat's own font. */
  readonly font?: "system";
  /** For how many days after its last message the service keeps a chat, at most. */
  readonly keptDays?: number;
}

/** The name of the `meta` element that contains the settings, as JSON. */
export const frameSettingsName = "servicechat";
