import { useEffect } from "preact/hooks";
import { useConsole } from "../app/console-context.ts";

/** Events within this many milliseconds cause one reload. */
const together = 400;

/**
 * Reloads something when a chat has changed.
 *
 * @param concerns whether a change of this chat matters; `undefined` means any chat
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
