import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { ImageInfo } from "@servicechat/contract";
import { enAnswerView } from "../words/en-answer-view.ts";
import { useChat } from "../context/chat-context.ts";
import { withWords } from "../words/service-words.ts";

/**
 * An image in an answer. Its space is reserved from the beginning, so that nothing moves when it arrives.
 *
 * @param props.isSafe whether its type may be drawn.
 */
export function ImageView({ image, isSafe }: { image: ImageInfo; isSafe: boolean }): JSX.Element {
  const { lazy, ...context } = useChat();
  const words = withWords(enAnswerView, context.words);
  const { pictures } = lazy;
  useEffect(() => void pictures.load(), []);
  const Picture = pictures.module.value?.Picture;
  const { width = 16, height = 9 } = image;
  // Not enlarged beyond its natural size, if that is known.
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
