/**
 * Asks for the frame's document again when one has come that says nothing: the network was away, or, during an upgrade,
 * another node was asked for its script, of another version.
 *
 * @returns what is to be called when the document has said hello
 */
export function insistOnFrame(frame: HTMLIFrameElement, signal: AbortSignal): () => void {
  /** How often a frame is asked for again before only the network's return is a reason to. */
  const patience = 8;
  let isSilent = false;
  let hasSpoken = false;
  let losses = 0;
  let timer: ReturnType<typeof setTimeout>;

  function look(): void {
    // A lazy frame that nobody has seen yet has an empty document.
    isSilent = !hasSpoken && frame.contentDocument?.URL !== "about:blank";
    hasSpoken = false;
    if (isSilent && losses++ < patience) askAgain();
  }

  function askAgain(): void {
    if (isSilent) frame.contentWindow?.location.replace(frame.src);
  }

  // What it says may arrive after the news that it has loaded.
  frame.onload = () => {
    clearTimeout(timer);
    timer = setTimeout(look, Math.min(1_000 * 2 ** losses, 15_000));
  };
  addEventListener("online", askAgain, { signal });

  return () => {
    hasSpoken = true;
    isSilent = false;
    losses = 0;
  };
}
