/** The minimum length of the long answer in bytes, which are all ASCII. */
export const answerLength = 24 * 1024;

/** Its last sentence, which occurs nowhere else in it. */
export const lastWords = "That was all.";

/** Markdown as in typical answers: headings, paragraphs, lists, code. */
export function longAnswer(): string {
  const section = (number: number) =>
    `## Part ${number}\n\nYou can return **unused** items within 30 days; see [the rules](https://shop.example/returns). Opened items are looked at first.\n\n- Keep the \`receipt\`.\n- Pack it well.\n- Bring it to any shop.\n\n\`\`\`js\nconst days = 30; // ${number}\n\`\`\`\n\n`;
  let text = "";
  for (let number = 1; text.length < answerLength; number++) text += section(number);
  return text + lastWords;
}
