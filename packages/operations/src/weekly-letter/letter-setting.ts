import type { LetterDay } from "@servicechat/contract/admin";
import type { Storage } from "@servicechat/storage";

/** When the weekly letter is sent. Its recipients are webhooks. */
export interface LetterSetting {
  readonly enabled: boolean;
  readonly day: LetterDay;
  /** From 0 to 23, in `zone`. */
  readonly hour: number;
  /** Of the IANA database, such as `Europe/Berlin`. */
  readonly zone: string;
}

/** The setting with what changes whenever it does. */
export interface Letter extends LetterSetting {
  readonly revision: string;
}

/** The name under which it is kept. */
export const letterSetting = "letter";

/** The default: Monday morning. */
const usual: LetterSetting = { enabled: true, day: "mon", hour: 8, zone: "UTC" };

/** Reads when the letter is sent. */
export async function readLetter({ settings }: Pick<Storage, "settings">): Promise<Letter> {
  const setting = await settings.find(letterSetting);
  const stored: Partial<LetterSetting> = setting ? JSON.parse(setting.value) : {};
  return { ...usual, ...stored, revision: String(setting?.revision ?? 0) };
}
