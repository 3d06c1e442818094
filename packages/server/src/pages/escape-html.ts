/** Text as it stands in HTML, in attributes as well. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (unit) => `&#${unit.charCodeAt(0)};`);
}
