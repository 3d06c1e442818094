import type { JSX } from "preact";
import { useConsole } from "../app/console-context.ts";

/** By how much a figure differs from the one before, in percent; nothing where there is none to compare with. */
export function Change({ now, before }: { now: number; before: number }): JSX.Element | null {
  const { words } = useConsole();
  if (before === 0 || now === before) return null;
  const share = new Intl.NumberFormat(words.lang, {
    style: "percent",
    maximumFractionDigits: 0,
    signDisplay: "always",
  }).format((now - before) / before);
  return <span class="change">{share}</span>;
}
