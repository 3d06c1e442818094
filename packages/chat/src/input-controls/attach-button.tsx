import type { JSX, RefObject } from "preact";
import { useRef } from "preact/hooks";
import type { AgentView } from "@servicechat/contract";
import { addFiles } from "../uploads/add-files.ts";
import { acceptedKinds } from "../uploads/file-kinds.ts";
import { enInputControls } from "../words/en-input-controls.ts";
import { useChat } from "../context/chat-context.ts";
import { outline } from "../screens/icon.tsx";
import { withWords } from "../words/service-words.ts";

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
