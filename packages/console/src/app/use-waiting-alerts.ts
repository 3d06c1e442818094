import { useEffect } from "preact/hooks";
import { includesRole } from "@servicechat/contract/admin";
import type { ConsoleContext } from "./console-context.ts";
import { waitingInTitle } from "./document-title.ts";
import { playChime } from "./play-chime.ts";
import { showFaviconCount } from "./show-favicon-count.ts";

/** How often the sound is repeated until the last chat that waits is taken, in milliseconds. */
const repeatMs = 60_000;

/** Says in the title, the tab's icon and by a sound that visitors wait for a person. */
export function useWaitingAlerts({ live, me, preferences }: ConsoleContext): void {
  const waiting = live.value?.waiting.value ?? 0;
  const mayAnswer = me.value !== undefined && includesRole(me.value.role, "responder");
  const isHeard = preferences.sound.value && mayAnswer && me.value?.available !== false;
  useEffect(() => {
    waitingInTitle.value = waiting;
    void showFaviconCount(waiting);
    return () => {
      waitingInTitle.value = 0;
      void showFaviconCount(0);
    };
  }, [waiting]);
  useMore(waiting, isHeard);
}

/** Sounds when more wait than before, and each minute for as long as anybody does. */
function useMore(waiting: number, isHeard: boolean): void {
  const isWaiting = waiting > 0;
  useEffect(() => {
    if (!isHeard || !isWaiting) return;
    const timer = setInterval(playChime, repeatMs);
    return () => clearInterval(timer);
  }, [isHeard, isWaiting]);
  useEffect(() => {
    const rose = waiting > lastWaiting;
    lastWaiting = waiting;
    if (rose && isHeard) playChime();
  }, [waiting, isHeard]);
}

/** How many waited when it was last looked at. */
let lastWaiting = 0;
