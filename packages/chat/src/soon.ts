/** Runs a function once at the next animation frame, or after 150 ms where the frame is hidden and draws none. */
export function soon(run: () => void): void {
  const once = (): void => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    run();
  };
  const frame = requestAnimationFrame(once);
  const timer = setTimeout(once, 150);
}
