import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useConsole } from "../../app/console-context.ts";
import { icon } from "../../ui/icon.tsx";
import { gatherChosen, gatherDropped, type ChosenFiles } from "./gather-files.ts";

/** What puts knowledge into an agent: files dropped anywhere on the page, buttons for files and folders, a website. */
export function AddBar({
  isEmpty,
  add,
  addWebsite,
}: {
  /** Whether the agent knows nothing yet: then it says what to do. */
  isEmpty: boolean;
  add: (chosen: ChosenFiles) => void;
  addWebsite: () => void;
}): JSX.Element {
  const text = useConsole().words.knowledge;
  const isOver = useDrop(add);
  return (
    <section class={isEmpty ? "add-knowledge first" : "add-knowledge"} aria-label={text.emptyTitle}>
      {isEmpty && (
        <>
          <span class="empty-sign">{icon("book", 22)}</span>
          <h2>{text.emptyTitle}</h2>
          <p>{text.emptyText}</p>
        </>
      )}
      <div class="add-buttons">
        <ChooseButton label={text.addFiles} sign="plus" isMain={isEmpty} add={add} />
        {"webkitdirectory" in HTMLInputElement.prototype && (
          <ChooseButton label={text.addFolder} sign="folder" isFolder add={add} />
        )}
        <button type="button" class="button" onClick={addWebsite}>
          {icon("globe", 16)}
          {text.addWebsite}
        </button>
      </div>
      <p class="hint">{isEmpty ? text.types : `${text.dropHere}. ${text.types}.`}</p>
      {isOver && (
        <div class="drop-over">
          <p>
            {icon("download", 22)}
            {text.dropNow}
          </p>
        </div>
      )}
    </section>
  );
}

/** A button that lets people choose files, or a folder with all that is in it. */
function ChooseButton({
  label,
  sign,
  isFolder = false,
  isMain = false,
  add,
}: {
  label: string;
  sign: "plus" | "folder";
  isFolder?: boolean;
  isMain?: boolean;
  add: (chosen: ChosenFiles) => void;
}): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.webkitdirectory = isFolder;
  }, []);
  return (
    <>
      <button
        type="button"
        class={isMain ? "button primary" : "button"}
        onClick={() => input.current?.click()}
      >
        {icon(sign, 16)}
        {label}
      </button>
      <input
        ref={input}
        type="file"
        class="unseen"
        hidden
        multiple
        aria-label={label}
        onChange={({ currentTarget }) => {
          add(gatherChosen(currentTarget.files ?? []));
          // The same file may be chosen again.
          currentTarget.value = "";
        }}
      />
    </>
  );
}

/** Accepts files dropped anywhere on the page. Returns whether some are held over it. */
function useDrop(add: (chosen: ChosenFiles) => void): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef(add);
  latest.current = add;
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    const on = <Name extends "dragenter" | "dragover" | "dragleave" | "drop">(
      name: Name,
      handle: (event: DragEvent) => void,
    ): void =>
      addEventListener(
        name,
        (event) => {
          // A link or a text that is dragged is none of ours.
          if (event.dataTransfer?.types.includes("Files")) handle(event);
        },
        { signal },
      );
    on("dragenter", () => setOver(true));
    on("dragover", (event) => {
      // Otherwise the browser would open the file in place of the console.
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = "copy";
    });
    on("dragleave", ({ relatedTarget }) => {
      if (relatedTarget === null) setOver(false);
    });
    on("drop", (event) => {
      event.preventDefault();
      setOver(false);
      if (event.dataTransfer) void gatherDropped(event.dataTransfer).then((chosen) => latest.current(chosen));
    });
    return () => ending.abort();
  }, []);
  return isOver;
}
