/** The words of what stands below messages, in English. */
export const enTools = {
  copyAnswer: "Copy answer",
  helpful: "Helpful",
  notHelpful: "Not helpful",
  thanks: "Thank you.",
  ratingFailed: "This could not be saved.",
  whatWasWrong: "What was wrong? (optional)",
  noComment: "No comment",
  sendComment: "Send",
} as const satisfies Record<string, string | ((value: never) => string)>;
