import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import GithubSlugger from "github-slugger";

/** Where links may lead. */
interface Tree {
  readonly exists: (path: string) => boolean;
  readonly read: (path: string) => string;
}

const checkout: Tree = { exists: existsSync, read: (path) => readFileSync(path, "utf8") };

/**
 * The relative links of a page that point to a missing file, or to a missing heading of a page: `[text](path#heading)`,
 * `![text](path)` and `[name]: path`.
 */
export function findDeadLinks(page: string, text: string, { exists, read }: Tree = checkout): string[] {
  return linksOf(text).filter((link) => {
    const [address = "", heading] = link.split("#");
    const path = decodeURIComponent(address.replace(/\?.*$/, ""));
    const target = join(dirname(page), path);
    if (path !== "" && !exists(target)) return true;
    if (heading === undefined || !`${path || page}`.endsWith(".md")) return false;
    return !headingsOf(path === "" ? text : read(target)).includes(heading);
  });
}

/** The targets of all links within the repository. Examples in code are not links. */
export function linksOf(text: string): string[] {
  const prose = withoutFences(text).replace(/`[^`\n]*`/g, "");
  const inline = prose.matchAll(/\]\(<?([^\s)>]+)>?(?:\s+"[^"]*")?\)/g);
  const references = prose.matchAll(/^\s*\[[^\]]+\]:\s+<?([^\s>]+)>?/gm);
  return [...inline, ...references]
    .map(([, target = ""]) => target)
    .filter((target) => !/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(target));
}

/** The anchors of a page's headings. */
function headingsOf(text: string): readonly string[] {
  const slugger = new GithubSlugger();
  return Array.from(withoutFences(text).matchAll(/^#{1,6} (.+)$/gm), ([, heading = ""]) =>
    slugger.slug(heading.trim()),
  );
}

const withoutFences = (text: string) => text.replace(/^(`{3,}|~{3,}).*?^\1/gms, "");
