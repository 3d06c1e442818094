import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { Page } from "@servicechat/contract/admin";
import { asProblem, type ApiProblem } from "../api/api-problem.ts";

/** Something that is loaded from the service. */
export interface Resource<Value> {
  /** The last value; `undefined` before the first. It remains while it is reloaded. */
  readonly value: Value | undefined;
  /** Why the last load failed. */
  readonly problem: ApiProblem | undefined;
  readonly isLoading: boolean;
  /** Loads it again. */
  readonly reload: () => void;
  /** Replaces it with the response to a change. */
  readonly replace: (value: Value) => void;
}

/**
 * Loads something when a page opens, and again when its dependencies change.
 *
 * @param key its dependencies, as one text; another key discards the value
 */
export function useResource<Value>(
  key: string,
  load: (signal: AbortSignal) => Promise<Value>,
): Resource<Value> {
  const [state, setState] = useState<{
    key: string;
    value?: Value;
    problem?: ApiProblem;
    isLoading: boolean;
  }>({ key, isLoading: true });
  const [round, setRound] = useState(0);
  const latest = useRef(load);
  latest.current = load;

  useEffect(() => {
    const ending = new AbortController();
    setState((before) => (before.key === key ? { ...before, isLoading: true } : { key, isLoading: true }));
    latest
      .current(ending.signal)
      .then((value) => {
        if (!ending.signal.aborted) setState({ key, value, isLoading: false });
      })
      .catch((thrown: unknown) => {
        if (ending.signal.aborted) return;
        setState((before) => ({
          key,
          ...(before.value !== undefined && { value: before.value }),
          problem: asProblem(thrown),
          isLoading: false,
        }));
      });
    return () => ending.abort();
  }, [key, round]);

  const reload = useCallback(() => setRound((before) => before + 1), []);
  const replace = useCallback((value: Value) => setState({ key, value, isLoading: false }), [key]);
  const isCurrent = state.key === key;
  return {
    value: isCurrent ? state.value : undefined,
    problem: isCurrent ? state.problem : undefined,
    isLoading: isCurrent ? state.isLoading : true,
    reload,
    replace,
  };
}

/** A list that is loaded page by page. */
export interface PagedResource<Item> extends Resource<readonly Item[]> {
  /** Whether there are more. */
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly loadMore: () => void;
}

/** Loads a list page by page. Reloading reads as many items as before. */
export function usePages<Item>(
  key: string,
  load: (page: { after?: string; limit: number }, signal: AbortSignal) => Promise<Page<Item>>,
  pageSize = 50,
): PagedResource<Item> {
  const wanted = useRef(pageSize);
  const [isLoadingMore, setLoadingMore] = useState(false);
  const first = useResource<Page<Item>>(key, (signal) =>
    load({ limit: Math.min(200, Math.max(pageSize, wanted.current)) }, signal),
  );
  const page = first.value;

  function loadMore(): void {
    if (!page?.next || isLoadingMore) return;
    setLoadingMore(true);
    load({ after: page.next, limit: pageSize }, new AbortController().signal)
      .then((more) => {
        const items = [...page.items, ...more.items];
        wanted.current = items.length;
        first.replace({ items, next: more.next });
      })
      .catch(() => first.reload())
      .finally(() => setLoadingMore(false));
  }

  return {
    value: page?.items,
    problem: first.problem,
    isLoading: first.isLoading,
    reload: first.reload,
    replace: (items) => first.replace({ items, next: page?.next ?? null }),
    hasMore: Boolean(page?.next),
    isLoadingMore,
    loadMore,
  };
}
