import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { ImageInfo } from "@servicechat/contract";
import { enReading } from "../words/en-reading.ts";
import { useChat } from "../context/chat-context.ts";
import { withWords } from "../words/service-words.ts";

/**
 * An image of the answer. Its place is kept from the beginning, so that nothing moves when it arrives.
 *
 * @param props.isSafe It is of a kind that may be drawn.
 */
export function ImageView({ image, isSafe }: { image: ImageInfo; isSafe: boolean }): JSX.Element {
  const { lazy, ...context } = useChat();
  const words = withWords(enReading, context.words);
  const { pictures } = lazy;
  useEffect(() => void pictures.load(), []);
  const Picture = pictures.module.value?.Picture;
  const { width = 16, height = 9 } = image;
  // Drawn no larger than it is, where that is known.
  const size = {
    aspectRatio: `${width} / ${height}`,
    ...(image.width && { inlineSize: `${image.width}px` }),
  };
  return Picture ? (
    <Picture image={image} isSafe={isSafe} size={size} />
  ) : (
    <figure class="image" style={size}>
      <span class="unseen">{words.imageLoading}</span>
    </figure>
  );
}
