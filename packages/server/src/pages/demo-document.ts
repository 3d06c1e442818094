import GithubSlugger from "github-slugger";
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
 * Renders a document as HTML for a page. Nothing of its text is taken for markup, and no link runs a script.
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

/** The protocols that a link may have, as browsers parse it. Everything else, such as a script, becomes plain text. */
const linkProtocols: ReadonlySet<string> = new Set(["http:", "https:", "mailto:"]);

function leadsOn(href: string, path: string, isServed: (path: string) => boolean): boolean {
  const page = new URL(path, "http://repository.invalid/");
  const target = URL.canParse(href, page.href) ? new URL(href, page) : undefined;
  if (target?.origin !== page.origin) return target !== undefined && linkProtocols.has(target.protocol);
  return href.startsWith("#") || isServed(target.pathname.slice(1));
}

function renderMarkdown(markdown: string, isLink: (href: string) => boolean): string {
  const slugger = new GithubSlugger();
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
        return `<h${depth} id="${slugger.slug(text)}">${this.parser.parseInline(tokens)}</h${depth}>`;
      },
    },
  });
  return marked.parse(markdown, { async: false });
}
