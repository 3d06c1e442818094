import { useEffect, useMemo, useRef } from "preact/hooks";
import { includesRole } from "@servicechat/contract/admin";
import type { ConsoleContext } from "./console-context.ts";
import { waitingInTitle } from "./document-title.ts";
import { createFaviconCount } from "./create-favicon-count.ts";

/** How often the sound is repeated while a chat is waiting, in milliseconds. */
const repeatMs = 60_000;

/** Shows in the title and the tab's icon, and with a sound, that visitors are waiting for a person. */
export function useWaitingAlerts({ live, me, playChime, preferences }: ConsoleContext): void {
  const waiting = live.value?.waiting.value ?? 0;
  const mayAnswer = me.value !== undefined && includesRole(me.value.role, "responder");
  const isHeard = preferences.sound.value && mayAnswer && me.value?.available !== false;
  const showFaviconCount = useMemo(createFaviconCount, []);
  useEffect(() => {
    waitingInTitle.value = waiting;
    void showFaviconCount(waiting);
    return () => {
      waitingInTitle.value = 0;
      void showFaviconCount(0);
    };
  }, [waiting]);
  useMore(waiting, isHeard ? playChime : undefined);
}

/** Plays the sound when more are waiting than before, and every minute while anybody is. */
function useMore(waiting: number, sound: (() => void) | undefined): void {
  const isWaiting = waiting > 0;
  const lastWaiting = useRef(0);
  useEffect(() => {
    if (!sound || !isWaiting) return;
    const timer = setInterval(sound, repeatMs);
    return () => clearInterval(timer);
  }, [sound, isWaiting]);
  useEffect(() => {
    const rose = waiting > lastWaiting.current;
    lastWaiting.current = waiting;
    if (rose) sound?.();
  }, [waiting, sound]);
}
