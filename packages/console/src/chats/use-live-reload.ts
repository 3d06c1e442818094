import { useEffect } from "preact/hooks";
import { useConsole } from "../app/console-context.ts";

/** Events within this many milliseconds lead to one reading. */
const together = 400;

/**
 * Reads something again when a chat has changed.
 *
 * @param concerns whether a change of this chat matters; undefined stands for any
 */
export function useLiveReload(reload: () => void, concerns: (chat: string | undefined) => boolean): void {
  const live = useConsole().live.value;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = live?.onChat((chat) => {
      if (!concerns(chat)) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        reload();
      }, together);
    });
    return () => {
      clearTimeout(timer);
      stop?.();
    };
  }, [live, reload]);
}
