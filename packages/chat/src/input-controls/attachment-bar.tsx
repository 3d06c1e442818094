import type { JSX, RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { cleanText } from "@servicechat/contract";
import { addFiles } from "../uploads/add-files.ts";
import { isUnderway, type Attachment } from "../uploads/attachment.ts";
import { fileSize } from "../uploads/file-size.ts";
import { enInputControls } from "../words/en-input-controls.ts";
import { useChat } from "../context/chat-context.ts";
import { fileIcon } from "./file-icon.tsx";
import { icon } from "../screens/icon.tsx";
import { withWords } from "../words/service-words.ts";

/** The files for the next message, above the composer; it also accepts files that are pasted or dropped on the frame. */
export function AttachmentBar({
  attachButton,
}: {
  attachButton: RefObject<HTMLButtonElement | null>;
}): JSX.Element {
  const context = useChat();
  const { attachments, composer } = context;
  const words = withWords(enInputControls, context.words);
  const [isOver, setOver] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const { length } = attachments.value;
  // Scrolls to the newest one.
  useEffect(() => list.current?.scrollTo(0, list.current.scrollHeight), [length]);

  // At once, or a file dropped within the frame after the first drawing would replace the chat.
  useLayoutEffect(() => {
    const life = new AbortController();
    const { signal } = life;
    const hold = (event: DragEvent): void => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault(); // otherwise the frame would navigate to the file
      setOver(event.type === "dragover");
      if (event.type === "drop") addFiles(context, event.dataTransfer.files);
    };
    document.addEventListener("dragover", hold, { signal });
    document.addEventListener("drop", hold, { signal });
    document.addEventListener("dragleave", ({ relatedTarget }) => relatedTarget ?? setOver(false), {
      signal,
    });
    document.addEventListener(
      "paste",
      (event) => {
        const { files = [], types = [] } = event.clipboardData ?? {};
        // Office programs copy text together with a picture of it.
        const isText = types.includes("text/plain") && types.includes("text/html");
        const form = event.target instanceof Element ? event.target.closest("form") : null;
        const isElsewhere = form !== null && form !== composer.current?.form;
        if (files.length === 0 || isText || isElsewhere) return;
        event.preventDefault();
        addFiles(context, files);
      },
      { signal },
    );
    return () => life.abort();
  }, [context]);

  return (
    <>
      {isOver && <p class="drop-here">{words.dropHere}</p>}
      {length > 0 && (
        <ul ref={list} class="attachments" role="list" aria-label={words.attachments}>
          {attachments.value.map((attachment) => (
            <Chip
              key={attachment.key}
              attachment={attachment}
              removed={() => attachButton.current?.focus()}
            />
          ))}
        </ul>
      )}
    </>
  );
}

function Chip({ attachment, removed }: { attachment: Attachment; removed: () => void }): JSX.Element {
  const words = withWords(enInputControls, useChat().words);
  const { size, sent, error, preview, remove, again } = attachment;
  const name = cleanText(attachment.name);
  return (
    <li class={error === undefined ? "chip" : "chip failed"}>
      {error !== undefined ? icon("alert", 20) : preview ? <img src={preview} alt="" /> : fileIcon(20)}
      <span class="file-words">
        <span class="file-name" dir="auto">
          {name}
        </span>
        <small role={error === undefined ? undefined : "alert"}>{error ?? fileSize(size, words.lang)}</small>
      </span>
      {isUnderway(attachment) && <progress aria-label={words.uploading(name)} value={sent} />}
      {again && (
        <button
          type="button"
          class="round quiet"
          aria-label={`${words.retry}: ${name}`}
          title={words.retry}
          onClick={again}
        >
          {icon("retry", 16)}
        </button>
      )}
      <button
        type="button"
        class="round quiet"
        aria-label={words.removeFile(name)}
        title={words.remove}
        onClick={() => {
          remove();
          removed();
        }}
      >
        {icon("cross", 16)}
      </button>
    </li>
  );
}
