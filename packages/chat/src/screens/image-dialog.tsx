import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { pictureWords } from "../words/picture-words.ts";
import { useChat } from "./chat-context.ts";
import { icon } from "./icon.tsx";

/** An image as large as the frame allows. Escape, the cross, and a press anywhere close it. */
export function ImageDialog({
  source,
  alt,
  close,
}: {
  source: string;
  alt: string;
  close: () => void;
}): JSX.Element {
  const words = pictureWords(useChat().words);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  // Closed by itself, before it is taken away, it gives the focus back.
  return (
    <dialog
      class="image-dialog"
      ref={dialog}
      aria-label={alt || words.image}
      onClose={close}
      onClick={() => dialog.current?.close()}
    >
      <img src={source} alt={alt} />
      <button type="button" class="round" aria-label={words.closeImage} title={words.closeImage}>
        {icon("cross")}
      </button>
    </dialog>
  );
}
