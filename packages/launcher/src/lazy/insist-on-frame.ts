/**
 * Requests the frame's document again if one arrived but stays silent: the network was away, or, during an upgrade, its
 * script was requested from another node, of another version.
 *
 * @returns call this when the document has said hello
 */
export function insistOnFrame(frame: HTMLIFrameElement, signal: AbortSignal): () => void {
  /** How often a frame is requested again before only the network's return is a reason to. */
  const patience = 8;
  let isSilent = false;
  let hasSpoken = false;
  let losses = 0;
  let timer: ReturnType<typeof setTimeout>;

  function check(): void {
    // A lazy frame that has not been visible yet has an empty document.
    isSilent = !hasSpoken && frame.contentDocument?.URL !== "about:blank";
    hasSpoken = false;
    if (isSilent && losses++ < patience) askAgain();
  }

  function askAgain(): void {
    if (isSilent) frame.contentWindow?.location.replace(frame.src);
  }

  // Its message may arrive after the load event.
  frame.onload = () => {
    clearTimeout(timer);
    timer = setTimeout(check, Math.min(1_000 * 2 ** losses, 15_000));
  };
  addEventListener("online", askAgain, { signal });

  return () => {
    hasSpoken = true;
    isSilent = false;
    losses = 0;
  };
}
