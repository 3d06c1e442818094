import { useRef, useState } from "preact/hooks";
import { between } from "./list-order.ts";

/** The chats that are selected, to do something with all of them. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** Selects a chat, or no longer. With `range`, all from the one before up to it are selected. */
  readonly toggle: (id: string, range?: boolean) => void;
  /** Keeps only these of those that are selected. */
  readonly keep: (ids: readonly string[]) => void;
}

/** @param order the chats of the lists, in the order in which they are drawn */
export function useSelection(order: () => readonly string[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const anchor = useRef<string>(undefined);
  return {
    ids,
    toggle(id, range = false) {
      setIds((before) => {
        if (range && anchor.current !== undefined)
          return new Set([...before, ...between(order(), anchor.current, id)]);
        return new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id]);
      });
      anchor.current = id;
    },
    keep: (kept) => setIds((before) => new Set(kept.filter((id) => before.has(id)))),
  };
}
