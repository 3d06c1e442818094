/** The one tag that puts the chat on a page (docs/embedding.md, "Put the chat on a page"). */
export function embedTag(publicUrl: string, key: string): string {
  return `<script src="${publicUrl}/launcher.js" data-agent-key="${key}" async></script>`;
}
