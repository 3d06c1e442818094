import type { JSX } from "preact";
import { enPictures } from "../words/en-pictures.ts";
import { useChat } from "../context/chat-context.ts";
import { useDialog } from "../context/dialogs.ts";
import { icon } from "../screens/icon.tsx";
import { withWords } from "../words/service-words.ts";

/** An image as large as the frame allows. Escape, the close button, and a click anywhere close it. */
export function ImageDialog({
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
