import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { ImageInfo } from "@servicechat/contract";
import { pictures } from "../later/pictures.ts";
import { isPicture } from "../uploads/is-picture.ts";
import { waitOrOnline } from "../wait-or-online.ts";
import { useChat } from "./chat-context.ts";

/** An image of the answer. Its place is kept from the beginning, so that nothing moves when it arrives. */
export function ImageView({ image }: { image: ImageInfo }): JSX.Element {
  const { words } = useChat();
  useEffect(() => void pictures.load(waitOrOnline), []);
  const Picture = pictures.module.value?.Picture;
  const { width = 16, height = 9 } = image;
  // Drawn no larger than it is, where that is known.
  const size = {
    aspectRatio: `${width} / ${height}`,
    ...(image.width && { inlineSize: `${image.width}px` }),
  };
  return Picture ? (
    <Picture image={image} isSafe={isPicture(image.mediaType)} size={size} />
  ) : (
    <figure class="image" style={size}>
      <span class="unseen">{words.imageLoading}</span>
    </figure>
  );
}
