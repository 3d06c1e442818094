import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { cleanText, type ImageInfo } from "@servicechat/contract";
import { fetchWithRetry } from "./fetch-with-retry.ts";
import { whenNear } from "./when-near.ts";
import { enPictures } from "../words/en-pictures.ts";
import { useChat } from "../context/chat-context.ts";
import { ImageDialog } from "./image-dialog.tsx";
import { withWords } from "../words/service-words.ts";

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
