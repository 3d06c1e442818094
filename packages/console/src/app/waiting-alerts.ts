import { useEffect, useMemo, useRef } from "preact/hooks";
import { includesRole } from "@servicechat/contract/admin";
import type { ConsoleContext } from "./console-context.ts";
import { waitingInTitle } from "./document-title.ts";

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
  useWaitingSound(waiting, isHeard ? playChime : undefined);
}

/** Plays the sound when more are waiting than before, and every minute while anybody is. */
function useWaitingSound(waiting: number, sound: (() => void) | undefined): void {
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

/**
 * Creates a function that plays two soft notes. Browsers play nothing until the person has interacted with the page.
 */
export function createChime(): () => void {
  let context: AudioContext | undefined;
  return () => {
    try {
      context ??= new AudioContext();
      void context.resume().catch(() => undefined);
      const begin = context.currentTime + 0.02;
      playNote(context, 880, begin);
      playNote(context, 1174.7, begin + 0.16);
    } catch {
      // Without an audio device, title and icon are enough.
    }
  };
}

function playNote(on: AudioContext, frequency: number, begin: number): void {
  const tone = on.createOscillator();
  const volume = on.createGain();
  tone.frequency.value = frequency;
  volume.gain.setValueAtTime(0.0001, begin);
  volume.gain.exponentialRampToValueAtTime(0.2, begin + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.0001, begin + 0.4);
  tone.connect(volume).connect(on.destination);
  tone.start(begin);
  tone.stop(begin + 0.42);
}

const iconSize = 64;

/** Creates a function that shows a number on the tab's icon; none for 0. */
function createFaviconCount(): (count: number) => Promise<void> {
  let shown = 0;
  let usual: string | undefined;
  return async (count) => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (!link || count === shown) return;
    usual ??= link.href;
    shown = count;
    const drawn = count === 0 ? undefined : await drawIcon(usual, count).catch(() => undefined);
    if (shown !== count) return;
    const before = link.href;
    link.href = drawn ? URL.createObjectURL(drawn) : usual;
    if (before.startsWith("blob:")) URL.revokeObjectURL(before);
  };
}

async function drawIcon(address: string, count: number): Promise<Blob | undefined> {
  const image = new Image(iconSize, iconSize);
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = iconSize;
  canvas.height = iconSize;
  const pen = canvas.getContext("2d");
  if (!pen) return undefined;
  pen.drawImage(image, 0, 0, iconSize, iconSize);
  pen.fillStyle = "#d92d20";
  pen.beginPath();
  pen.arc(44, 20, 20, 0, 2 * Math.PI);
  pen.fill();
  pen.fillStyle = "#ffffff";
  pen.font = "bold 28px sans-serif";
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillText(count > 9 ? "9+" : String(count), 44, 22);
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), "image/png"));
}
