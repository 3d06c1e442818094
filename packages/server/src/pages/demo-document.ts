import { Marked } from "marked";

/** Renders one of the project's own documents as a page. Its text comes from the repository, never from a visitor. */
export function renderDocument(markdown: string, tag: string): string {
  const title = /^# (.+)$/m.exec(markdown)?.[1] ?? "ServiceChat";
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/demo/document.css">
<main>${renderMarkdown(markdown)}</main>
${tag}
</html>`;
}

function renderMarkdown(markdown: string): string {
  const seen = new Map<string, number>();
  const marked = new Marked({
    renderer: {
      // Only the documents themselves are served here: no pictures, and no markup of other pages.
      html: () => "",
      image: () => "",
      heading({ tokens, depth, text }) {
        const slug = text
          .toLowerCase()
          .replace(/[^\p{L}\p{N}\s_-]/gu, "")
          .trim()
          .replace(/\s/g, "-");
        const count = seen.get(slug) ?? 0;
        seen.set(slug, count + 1);
        return `<h${depth} id="${count === 0 ? slug : `${slug}-${count}`}">${this.parser.parseInline(tokens)}</h${depth}>`;
      },
    },
  });
  return marked.parse(markdown, { async: false });
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (unit) => `&#${unit.charCodeAt(0)};`);
}
