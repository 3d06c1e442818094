/** Milliseconds between two renders: the eye could not follow more. */
const seenPause = 50;
/** Nobody sees what is below the view. */
const unseenPause = 500;

/**
 * Creates a function that runs another once: at once, or as soon as it is time to render again. Hidden frames have
 * timers, but no animation frames.
 *
 * @param isUnseen whether what is rendered is below the view
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
