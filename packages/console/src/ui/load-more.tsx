import type { JSX } from "preact";
import { useConsole } from "../app/console-context.ts";
import type { PagedResource } from "./use-resource.ts";

/** The button below a list that has more items; nothing below one that is complete. */
export function LoadMore({
  list: { hasMore, isLoadingMore, loadMore },
}: {
  list: Pick<PagedResource<unknown>, "hasMore" | "isLoadingMore" | "loadMore">;
}): JSX.Element | null {
  const { words } = useConsole();
  if (!hasMore) return null;
  return (
    <div class="more">
      <button type="button" class="button" disabled={isLoadingMore} onClick={loadMore}>
        {words.common.loadMore}
      </button>
    </div>
  );
}
