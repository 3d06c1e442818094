import type { JSX, RefObject } from "preact";
import { useRef, useEffect, useLayoutEffect, useState } from "preact/hooks";
import { cleanText, type AgentView, type FileInfo } from "@servicechat/contract";
import { addFiles } from "../uploads/add-files.ts";
import { acceptedKinds, fileSize } from "../uploads/file-kinds.ts";
import { enInputControls } from "../words/en-input-controls.ts";
import { useChat } from "../context/chat-context.ts";
import { outline, icon } from "../screens/icon.tsx";
import { withWords } from "../words/service-words.ts";
import { isUnderway, type Attachment } from "../uploads/attachment.ts";

const clip =
  "M19 11.5 11.6 19a4.6 4.6 0 0 1-6.5-6.5l7.6-7.6a3 3 0 0 1 4.3 4.3l-7.5 7.5a1.5 1.5 0 0 1-2.1-2.1L14 8";

/** Opens the browser's file dialog. */
export function AttachButton({
  button,
  uploads,
}: {
  button: RefObject<HTMLButtonElement | null>;
  uploads: NonNullable<AgentView["uploads"]>;
}): JSX.Element {
  const context = useChat();
  const words = withWords(enInputControls, context.words);
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        class="round quiet attach"
        aria-label={words.attach}
        title={words.attach}
        onClick={() => input.current?.click()}
      >
        {outline("attach", clip)}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={acceptedKinds(uploads.types)}
        onChange={({ currentTarget }) => {
          addFiles(context, currentTarget.files ?? []);
          currentTarget.value = ""; // otherwise the same file could not be selected again
        }}
      />
    </>
  );
}

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

/** A file that the visitor sent: an image that this browser still has is drawn, any other is named. */
export function FileView({ file }: { file: FileInfo }): JSX.Element {
  const { words: known, previews } = useChat();
  const words = withWords(enInputControls, known);
  const preview = previews.get(file.uploadId);
  const name = cleanText(file.name);
  return (
    <p class={preview ? "sent-file picture" : "sent-file"}>
      <span class="unseen">{words.youSent} </span>
      {preview ? (
        <img src={preview} alt={name} />
      ) : (
        <>
          {fileIcon(22)}
          <span class="file-words">
            <span class="file-name" dir="auto">
              {name}
            </span>
            <small>{fileSize(file.size, words.lang)}</small>
          </span>
        </>
      )}
    </p>
  );
}

/** A sheet of paper, for a file that cannot be shown. */
function fileIcon(size: number): JSX.Element {
  const path = "M13.5 3.5H7a1 1 0 0 0-1 1v15a1 1 0 0 0 1 1h10a1 1 0 0 0 1-1V8zM13.5 3.5V8H18";
  return outline("file", path, size);
}
