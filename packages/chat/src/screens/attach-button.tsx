import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { controls } from "../later/controls.ts";
import { useChat } from "./chat-context.ts";
import { icon } from "./icon.tsx";

/** Opens the browser's own dialog for files. There is none where the agent takes no files. */
export function AttachButton(): JSX.Element | null {
  const context = useChat();
  const { chat, words, loadControls } = context;
  const input = useRef<HTMLInputElement>(null);
  const uploads = chat.agent.value?.uploads;
  useEffect(() => {
    if (uploads) loadControls();
  }, [uploads]);
  if (!uploads) return null;
  const module = controls.module.value;
  return (
    <>
      <button
        type="button"
        class="round quiet attach"
        aria-label={words.attach}
        title={words.attach}
        aria-disabled={!module}
        onClick={() => module && input.current?.click()}
      >
        {icon("attach")}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={module?.acceptedKinds(uploads.types)}
        onChange={({ currentTarget }) => {
          module?.addFiles(context, currentTarget.files ?? []);
          currentTarget.value = ""; // or the same file could not be chosen again
        }}
      />
    </>
  );
}
