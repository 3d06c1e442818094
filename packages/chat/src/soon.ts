import { isBehind } from "./screens/is-behind.ts";

/** Milliseconds from one drawing to the next: more often no eye could follow, and what is below the view nobody sees. */
const pause = (): number => (isBehind.peek() ? 500 : 50);

let drawnAt = 0;

/** Runs a function once: at once, or as soon as it is time to draw again. Hidden frames have timers, but no frames. */
export function soon(run: () => void): void {
  const left = drawnAt + pause() - performance.now();
  setTimeout(() => {
    run();
    drawnAt = performance.now();
  }, left);
}
