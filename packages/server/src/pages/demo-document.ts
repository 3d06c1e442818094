import { Marked } from "marked";
import { titleOf } from "./demo-links.ts";
import { escapeHtml } from "./escape-html.ts";

/** One of the project's own documents. */
interface DemoDocument {
  /** In the repository, such as `docs/running.md`. */
  readonly path: string;
  readonly markdown: string;
}

/**
 * Renders a document as HTML for a page. Its text comes from the repository, never from a visitor.
 *
 * @param isServed Whether a path of the repository is a page here; a link to anything else becomes plain text
 */
export function renderDocument(
  { path, markdown }: DemoDocument,
  isServed: (path: string) => boolean,
): { readonly title: string; readonly document: string } {
  return {
    title: escapeHtml(titleOf(markdown)),
    document: renderMarkdown(markdown, (href) => leadsOn(href, path, isServed)),
  };
}

function leadsOn(href: string, path: string, isServed: (path: string) => boolean): boolean {
  if (href.startsWith("#") || URL.canParse(href)) return true;
  return isServed(new URL(href, `http://repository/${path}`).pathname.slice(1));
}

function renderMarkdown(markdown: string, isLink: (href: string) => boolean): string {
  const seen = new Map<string, number>();
  const marked = new Marked({
    renderer: {
      // Only the documents themselves are served here: no pictures, and no markup of other pages.
      html: () => "",
      image: () => "",
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        return isLink(href) ? `<a href="${escapeHtml(href)}">${text}</a>` : text;
      },
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
