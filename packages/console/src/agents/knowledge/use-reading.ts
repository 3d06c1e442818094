import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { Document, Page, SyncProgress } from "@servicechat/contract/admin";
import { useConsole } from "../../app/console-context.ts";

/** How far the service is with reading what an agent knows. */
export interface Reading {
  /** Of the sources in the agent's file; `undefined` until it is known. */
  readonly sync: SyncProgress | undefined;
  /** How many uploaded documents wait to be read, up to a hundred. */
  readonly waiting: number;
  /** Whether more than that wait. */
  readonly isMoreWaiting: boolean;
  /** Asks at once, and often for a while: something has begun. */
  readonly refresh: () => void;
}

/** How often the service is asked while it reads, while it does not, and after something has begun. */
const [busyMs, idleMs, soonMs] = [1_500, 20_000, 400];
/** After something has begun, the next answers may not know it yet. */
const eagerRounds = 4;
const maxCounted = 100;

/**
 * Follows the reading of an agent's documents and sources for as long as the page is seen. A page that is opened in the
 * middle finds it, on whatever node it runs.
 *
 * @param onChange called when something has been read since the last answer
 */
export function useReading(agent: string, onChange: () => void): Reading {
  const { api } = useConsole();
  const [state, setState] = useState<Omit<Reading, "refresh">>({
    sync: undefined,
    waiting: 0,
    isMoreWaiting: false,
  });
  const eager = useRef(0);
  const askSoon = useRef<() => void>(() => undefined);
  const changed = useRef(onChange);
  changed.current = onChange;
  const seen = useRef<string>(undefined);

  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    const path = `agents/${encodeURIComponent(agent)}`;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let dueAt = Infinity;
    let isAsking = false;

    /** Asks after a while, or earlier if that was planned: many uploads in a row must not put it off for ever. */
    function plan(ms: number): void {
      const at = performance.now() + ms;
      if (signal.aborted || document.hidden || isAsking || at >= dueAt) return;
      clearTimeout(timer);
      dueAt = at;
      timer = setTimeout(() => void ask(), ms);
    }

    async function ask(): Promise<void> {
      dueAt = Infinity;
      if (isAsking) return;
      isAsking = true;
      const isBusy = await follow();
      isAsking = false;
      plan(isBusy ? busyMs : idleMs);
    }

    /** Returns whether the service reads. */
    async function follow(): Promise<boolean> {
      const query = { state: "waiting", limit: maxCounted };
      const [sync, documents] = await Promise.all([
        api.get<SyncProgress>(`${path}/knowledge/sync`, {}, signal).catch(() => undefined),
        api.get<Page<Document>>(`${path}/documents`, query, signal).catch(() => undefined),
      ]);
      if (signal.aborted) return false;
      const waiting = documents?.items.length ?? 0;
      setState((before) => ({
        sync: sync ?? before.sync,
        waiting,
        isMoreWaiting: Boolean(documents?.next),
      }));
      const now = JSON.stringify([sync?.done, sync?.lastFinishedAt, waiting, documents?.items[0]?.path]);
      if (seen.current !== undefined && seen.current !== now) changed.current();
      seen.current = now;
      eager.current -= 1;
      return sync?.running === true || waiting > 0 || eager.current > 0;
    }

    void ask();
    askSoon.current = () => plan(soonMs);
    document.addEventListener("visibilitychange", () => plan(0), { signal });
    return () => {
      ending.abort();
      clearTimeout(timer);
    };
  }, [agent]);

  const refresh = useCallback(() => {
    eager.current = eagerRounds;
    // Whatever the answer is, the lists are older.
    seen.current = "";
    askSoon.current();
  }, []);
  return { ...state, refresh };
}
