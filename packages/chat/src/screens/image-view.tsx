import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { ImageInfo } from "@servicechat/contract";
import { cleanText } from "@servicechat/contract";
import { useChat } from "./chat-context.ts";

const drawable = ["image/png", "image/jpeg", "image/webp", "image/gif"];

/** An image of the answer, fetched from the service with the chat's own headers and drawn from memory. */
export function ImageView({ image }: { image: ImageInfo }): JSX.Element {
  const { chat, words } = useChat();
  const [source, setSource] = useState<string | undefined>();
  const [failed, setFailed] = useState(!drawable.includes(image.mediaType));

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
  return (
    <figure class="image" style={{ aspectRatio: `${width} / ${height}` }}>
      {source ? (
        <img src={source} alt={alt} onError={() => setFailed(true)} />
      ) : (
        <span class="unseen">{words.imageLoading}</span>
      )}
    </figure>
  );
}
