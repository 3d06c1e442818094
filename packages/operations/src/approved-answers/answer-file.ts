import type { ApprovedAnswer } from "@servicechat/storage";
import { stringify } from "yaml";

/** An approved answer as Markdown with front matter, as `readAnswerFile` reads it. */
export function answerFile({ id, text, questions, verbatim, owner, reviewOn }: ApprovedAnswer): string {
  const front = { id, questions, verbatim, owner, reviewOn };
  return `---\n${stringify(front, { lineWidth: 0 })}---\n${text}\n`;
}
