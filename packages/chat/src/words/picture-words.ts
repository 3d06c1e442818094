import { enPictures } from "./en-pictures.ts";
import type { Words, WordsLike } from "./words.ts";

/** A dictionary with the words of images, which English brings along with them. */
type PictureWords = Words & WordsLike<typeof enPictures>;

/** Adds the words of images to a dictionary that lacks them. */
export const pictureWords = (words: Words): PictureWords => ({ ...enPictures, ...words });
