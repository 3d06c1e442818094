import type { JSX } from "preact";
import { cleanText, type FileInfo } from "@servicechat/contract";
import { fileSize } from "../uploads/file-size.ts";
import { enInputControls } from "../words/en-input-controls.ts";
import { useChat } from "../context/chat-context.ts";
import { fileIcon } from "./file-icon.tsx";
import { withWords } from "../words/service-words.ts";

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
