import { numbersIn } from "./numbers-in.ts";

const { counted } = numbersIn("en");

/** The texts of the tools below messages, in English. */
export const enTools = {
  newMessages: "New messages",
  toEnd: "Jump to latest",
  copyAnswer: "Copy answer",
  copied: "Copied",
  readAloud: "Read aloud",
  stopReading: "Stop reading",
  moreTools: "More actions",
  copyMarkdown: "Copy as Markdown",
  helpful: "Helpful",
  notHelpful: "Not helpful",
  thanks: "Thank you.",
  ratingFailed: "Your rating couldn't be saved.",
  whatWasWrong: "What was wrong? (optional)",
  noComment: "No comment",
  sendComment: "Send",
  edit: "Edit message",
  editing: "Editing your last message",
  cancelEdit: "Cancel editing",
  editLate: "The chat has moved on, so this message can't be changed. You can send it as a new one.",
  earlierVersions: counted({ one: "# earlier version", other: "# earlier versions" }),
} as const satisfies Record<string, string | ((value: never) => string)>;
