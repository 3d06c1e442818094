import type { DocumentRecord } from "@servicechat/storage";

/**
 * Whether a document is the page that an operator wrote: its address without the fragment, or the end of its address or
 * path that begins with a whole name, such as `guide/returns.html`.
 */
export function isPage({ url, location }: Pick<DocumentRecord, "url" | "location">, page: string): boolean {
  const wanted = withoutFragment(page);
  return [url && withoutFragment(url), location].some(
    (name) => name === wanted || (name?.endsWith(`/${wanted.replace(/^\.?\//, "")}`) ?? false),
  );
}

const withoutFragment = (address: string): string => address.split("#", 1)[0] ?? "";
