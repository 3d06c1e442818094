/** How long the long answer is at least, in bytes: all of it is ASCII. */
export const answerLength = 24 * 1024;

/** What it ends with, and says nowhere else. */
export const lastWords = "That was all.";

/** Markdown as answers have it: headings, paragraphs, lists, code. */
export function longAnswer(): string {
  const section = (number: number) =>
    `## Part ${number}\n\nYou can return **unused** items within 30 days; see [the rules](https://shop.example/returns). Opened items are looked at first.\n\n- Keep the \`receipt\`.\n- Pack it well.\n- Bring it to any shop.\n\n\`\`\`js\nconst days = 30; // ${number}\n\`\`\`\n\n`;
  let text = "";
  for (let number = 1; text.length < answerLength; number++) text += section(number);
  return text + lastWords;
}
