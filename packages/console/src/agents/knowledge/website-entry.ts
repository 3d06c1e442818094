/** A website in an agent's file: a page and those it leads to, or the pages of a sitemap. */
export interface WebsiteSource {
  /** Of the first page, or of the sitemap. */
  readonly address: string;
  readonly isSitemap: boolean;
  /** How many links away a page may be; a sitemap has none. */
  readonly depth: number;
  readonly maxPages: number;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** The defaults of the agent file (contract/agent-file/knowledge). */
export const usualSource = { depth: 0, maxPages: 500 } as const;

/** The website as the file and the API have it; defaults are left out. */
export function asEntry({ address, isSitemap, ...source }: WebsiteSource): Record<string, unknown> {
  return {
    ...(isSitemap ? { sitemap: address } : { url: address }),
    ...(!isSitemap && source.depth !== usualSource.depth && { depth: source.depth }),
    ...(source.maxPages !== usualSource.maxPages && { maxPages: source.maxPages }),
    ...(source.include.length > 0 && { include: source.include }),
    ...(source.exclude.length > 0 && { exclude: source.exclude }),
  };
}
