/** Of a message in a list of chats, in UTF-16 units. */
const maxExcerpt = 200;

/** How a message begins, as a list of chats shows it. */
export function excerpt(text: string): string {
  return text.slice(0, maxExcerpt).toWellFormed().trim();
}
