/** The longest text in a card, in characters: two lines of it. */
const maxLength = 90;

/** The first line of a text that has one, cut after a word if it is long; a language without spaces, after a character. */
export function firstLine(text: string): string {
  const line = text.trim().split("\n")[0]?.trim() ?? "";
  const characters = Array.from(new Intl.Segmenter().segment(line), ({ segment }) => segment);
  if (characters.length <= maxLength) return line;
  const cut = characters.slice(0, maxLength).join("");
  const words = cut.replace(/\s\S*$/u, "").trimEnd();
  return `${words.length > maxLength / 2 ? words : cut}…`;
}
