import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { ImageInfo } from "@servicechat/contract";
import { cleanText } from "@servicechat/contract";
import { isPicture } from "../uploads/is-picture.ts";
import { useChat } from "./chat-context.ts";
import { ImageDialog } from "./later.tsx";

/**
 * An image of the answer, fetched from the service with the chat's own headers and drawn from memory. Its place is kept
 * from the beginning, so that nothing moves when it arrives; pressed, it is shown as large as the frame allows.
 */
export function ImageView({ image }: { image: ImageInfo }): JSX.Element {
  const { chat, words } = useChat();
  const [isLarge, setLarge] = useState(false);
  const [source, setSource] = useState<string | undefined>();
  const [failed, setFailed] = useState(!isPicture(image.mediaType));

  useEffect(() => {
    if (failed) return;
    let made: string | undefined;
    let gone = false;
    chat.image(image.url).then(
      (blob) => {
        if (gone) return;
        made = URL.createObjectURL(new Blob([blob], { type: image.mediaType }));
        setSource(made);
      },
      () => setFailed(true),
    );
    return () => {
      gone = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [image.url]);

  const alt = cleanText(image.alt);
  if (failed) return <p class="image-failed">{alt ? `${words.imageFailed} (${alt})` : words.imageFailed}</p>;
  const { width = 16, height = 9 } = image;
  // Drawn no larger than it is, where that is known.
  const size = {
    aspectRatio: `${width} / ${height}`,
    ...(image.width && { inlineSize: `${image.width}px` }),
  };
  return (
    <figure class="image" style={size}>
      {source ? (
        <button
          type="button"
          aria-label={words.enlarge(alt)}
          aria-haspopup="dialog"
          onClick={() => setLarge(true)}
        >
          <img src={source} alt={alt} onError={() => setFailed(true)} />
        </button>
      ) : (
        <span class="unseen">{words.imageLoading}</span>
      )}
      {isLarge && source && <ImageDialog source={source} alt={alt} close={() => setLarge(false)} />}
    </figure>
  );
}
