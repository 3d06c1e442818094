import { enDevice } from "./en-device.ts";
import type { Words, WordsLike } from "./words.ts";

/** A dictionary with the words of the menu, which English brings along with it. */
export type DeviceWords = Words & WordsLike<typeof enDevice>;

/** Adds the words of the menu to a dictionary that lacks them. */
export const deviceWords = (words: Words): DeviceWords => ({ ...enDevice, ...words });
