/** Milliseconds from one drawing to the next: more often no eye could follow. */
const seenPause = 50;
/** What is below the view nobody sees. */
const unseenPause = 500;

/**
 * Makes what runs a function once: at once, or as soon as it is time to draw again. Hidden frames have timers, but no frames.
 *
 * @param isUnseen whether what is drawn is below the view
 */
export function createRenderThrottle(isUnseen: () => boolean): (run: () => void) => void {
  let drawnAt = 0;
  return (run) => {
    const left = drawnAt + (isUnseen() ? unseenPause : seenPause) - performance.now();
    setTimeout(() => {
      run();
      drawnAt = performance.now();
    }, left);
  };
}
