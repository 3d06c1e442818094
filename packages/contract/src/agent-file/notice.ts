import { z } from "zod";
import { chatLanguages } from "../frame/frame-settings.ts";
import { httpAddress, telling } from "./common.ts";

/** One value for every language of the chat, or an object with one for each of some. */
const perLanguage = (value: z.ZodType<string, string>) =>
  z.union([
    value,
    z.strictObject(Object.fromEntries(chatLanguages.map((language) => [language, value.optional()]))),
  ]);

/** `notice` of an agent file: how visitors learn that an AI answers. Absent: in the chat's own sentence. */
export const noticeSchema = z
  .strictObject({
    text: perLanguage(telling(300)).optional(),
    /** Where visitors can read more. */
    link: perLanguage(httpAddress).optional(),
    /** Why the chat does not say it. */
    off: telling(500).optional(),
  })
  .refine(({ text, link, off }) => off === undefined || (text === undefined && link === undefined), {
    path: ["off"],
    message: "cannot be beside 'text' and 'link': the notice is either shown or off",
  });
/** How visitors learn that an AI answers. */
export type NoticeDefinition = z.output<typeof noticeSchema>;
