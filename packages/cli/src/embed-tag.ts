/** The one tag that puts the chat on a page (decisions, "Host page"). */
export function embedTag(publicUrl: string, key: string): string {
  return `<script src="${publicUrl}/launcher.js" data-agent-key="${key}" async></script>`;
}
