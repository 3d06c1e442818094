import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { cleanText, type ImageInfo } from "@servicechat/contract";
import { ClientError } from "@servicechat/client";
import { enPictures } from "../words/en-pictures.ts";
import { useChat } from "../context/chat-context.ts";
import { withWords } from "../words/service-words.ts";
import { useDialog } from "../context/dialogs.ts";
import { icon } from "../screens/icon.tsx";
import { withRetry } from "../conversation/retry-policy.ts";
import type { Network } from "../network/create-network.ts";

/**
 * An image, loaded from the service with the chat's own headers once it comes near the view, and drawn from memory. A
 * click enlarges it to the frame. One that fails to load can be requested again.
 */
export function Picture(props: {
  image: ImageInfo;
  /** Whether its media type can be drawn without running code; otherwise it is not even loaded. */
  isSafe: boolean;
  size: Readonly<Record<string, string>>;
}): JSX.Element {
  const { image, isSafe, size } = props;
  const { chat, network, scroller, ...context } = useChat();
  const words = withWords(enPictures, context.words);
  const place = useRef<HTMLElement>(null);
  const [isNear, setNear] = useState(false);
  const [isLarge, setLarge] = useState(false);
  const [source, setSource] = useState<string | undefined>();
  const [failed, setFailed] = useState(!isSafe);

  useEffect(
    () => (place.current ? whenNear(place.current, scroller.current, () => setNear(true)) : undefined),
    [],
  );

  useEffect(() => {
    if (!isNear || failed) return;
    const life = new AbortController();
    let made: string | undefined;
    fetchWithRetry(() => chat.image(image.url), life.signal, network.wait).then(
      (blob) => {
        if (life.signal.aborted) return;
        made = URL.createObjectURL(new Blob([blob], { type: image.mediaType }));
        setSource(made);
      },
      () => life.signal.aborted || setFailed(true),
    );
    return () => {
      life.abort();
      setSource(undefined);
      if (made) URL.revokeObjectURL(made);
    };
  }, [image.url, isNear, failed]);

  const again = (): void => setFailed(false);
  useEffect(() => {
    if (!failed || !isSafe) return;
    addEventListener("online", again);
    return () => removeEventListener("online", again);
  }, [failed]);

  const alt = cleanText(image.alt);
  if (failed) {
    return (
      <figure class="image failed" style={size}>
        <span>{alt ? `${words.imageFailed} (${alt})` : words.imageFailed}</span>
        {isSafe && (
          <button type="button" class="button" onClick={again}>
            {words.retry}
          </button>
        )}
      </figure>
    );
  }
  return (
    <figure class="image" ref={place} style={size}>
      {source ? (
        <button
          type="button"
          class="enlarge"
          aria-label={words.enlarge(alt)}
          aria-haspopup="dialog"
          onClick={() => setLarge(true)}
        >
          <img src={source} alt={alt} onError={() => setFailed(true)} />
        </button>
      ) : (
        <span class="unseen">{words.imageLoading}</span>
      )}
      {isLarge && source && <ImageDialog source={source} alt={alt} closed={() => setLarge(false)} />}
    </figure>
  );
}

/** An image as large as the frame allows. Escape, the close button, and a click anywhere close it. */
function ImageDialog({
  source,
  alt,
  closed,
}: {
  source: string;
  alt: string;
  closed: () => void;
}): JSX.Element {
  const words = withWords(enPictures, useChat().words);
  const { dialog, close } = useDialog(closed);
  return (
    <dialog class="image-dialog" ref={dialog} aria-label={alt || words.image} onClick={close}>
      <img src={source} alt={alt} />
      <button type="button" class="round" aria-label={words.closeImage} title={words.closeImage}>
        {icon("cross")}
      </button>
    </dialog>
  );
}

/** Seconds after which a missing image is requested again. */
const pauses = [0.5, 1, 2] as const;

/**
 * Fetches until it works, as long as there is hope: a lost connection may come back, and an image that was just
 * announced may appear a moment later. All other errors are thrown at once.
 */
async function fetchWithRetry(
  fetchImage: () => Promise<Blob>,
  signal: AbortSignal,
  wait: Network["wait"],
): Promise<Blob> {
  const parts = { wait, notify: () => undefined };
  for (let tries = 0; ; tries++) {
    try {
      return await withRetry(parts, signal, fetchImage);
    } catch (error) {
      const pause = pauses[tries];
      if (pause === undefined || !mayCome(error)) throw error;
      await wait(pause * 1000, signal);
    }
  }
}

const mayCome = (error: unknown): boolean =>
  error instanceof ClientError && (error.status === 404 || error.status >= 500);

/** How far from the view, in pixels, an image is already loaded. */
const margin = 600;

/** Calls back once when an element comes near the view in `root`. Returns the function that ends the observation. */
function whenNear(element: Element, root: Element | null, near: () => void): () => void {
  const observer = new IntersectionObserver(
    (seen) => {
      if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      near();
    },
    { root, rootMargin: `${margin}px 0px` },
  );
  observer.observe(element);
  return () => observer.disconnect();
}
