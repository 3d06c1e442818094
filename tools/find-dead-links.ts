import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The relative links of a page that point at no file: `[text](path)`, `![text](path)` and `[name]: path`. */
export function findDeadLinks(
  page: string,
  text: string,
  exists: (path: string) => boolean = existsSync,
): string[] {
  return linksOf(text).filter((link) => {
    const path = decodeURIComponent(link.replace(/[?#].*$/, ""));
    return path !== "" && !exists(join(dirname(page), path));
  });
}

/** The targets of all links that stay within the repository. Examples in code are no links. */
export function linksOf(text: string): string[] {
  const prose = text.replace(/^(`{3,}|~{3,}).*?^\1/gms, "").replace(/`[^`\n]*`/g, "");
  const inline = prose.matchAll(/\]\(<?([^\s)>]+)>?(?:\s+"[^"]*")?\)/g);
  const references = prose.matchAll(/^\s*\[[^\]]+\]:\s+<?([^\s>]+)>?/gm);
  return [...inline, ...references]
    .map(([, target = ""]) => target)
    .filter((target) => !/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(target));
}
