import type { JSX } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { icon } from "../../ui/icon.tsx";
import { useConsole } from "../console-context.ts";
import type { Session } from "../session.ts";
import { usePaletteGroups, type PaletteEntry } from "./entries.ts";
import { Keys } from "./keys.tsx";
import { storeRecent } from "./recent.ts";

/** Finds pages, chats, agents, people, settings and actions by a few typed letters. */
export function Palette({
  session,
  close,
  showKeys,
}: {
  session: Session;
  close: () => void;
  /** Opens the list of keys in its place. */
  showKeys: () => void;
}): JSX.Element {
  const { me, words } = useConsole();
  const { palette: text } = words;
  const dialog = useRef<HTMLDialogElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const [typed, setTyped] = useState("");
  const [active, setActive] = useState(0);
  const groups = usePaletteGroups(typed, session, showKeys);
  const entries = groups.flatMap((each) => each.entries);
  const at = Math.min(active, Math.max(0, entries.length - 1));
  useEffect(() => {
    const opened = dialog.current;
    // The browser returns the focus to where it was.
    opened?.showModal();
    return () => opened?.close();
  }, []);
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [at, typed]);

  function choose(entry: PaletteEntry): void {
    if (entry.group !== "chats" && entry.group !== "here") storeRecent(me.value?.id ?? "", entry.id);
    // First, so that an action may move the focus.
    dialog.current?.close();
    close();
    entry.run();
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.isComposing) return;
    const count = entries.length;
    if (event.key === "ArrowDown" && count > 0) setActive((at + 1) % count);
    else if (event.key === "ArrowUp" && count > 0) setActive((at + count - 1) % count);
    else if (event.key === "PageDown") setActive(Math.min(count - 1, at + 8));
    else if (event.key === "PageUp") setActive(Math.max(0, at - 8));
    else if (event.key === "Enter") {
      const chosen = entries[at];
      if (chosen) choose(chosen);
    } else return;
    event.preventDefault();
  }
  return (
    <dialog
      ref={dialog}
      class="dialog palette"
      aria-label={text.title}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onMouseDown={(event) => {
        if (event.target === dialog.current) close();
      }}
    >
      <div class="palette-field">
        {icon("search", 18)}
        <input
          type="text"
          role="combobox"
          autofocus
          autocomplete="off"
          spellcheck={false}
          maxLength={200}
          aria-label={text.field}
          aria-expanded={entries.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={entries.length > 0 ? `${id}-${at}` : undefined}
          placeholder={text.placeholder}
          value={typed}
          onInput={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <p class="unseen" role="status">
        {typed !== "" && text.count(entries.length)}
      </p>
      <div class="palette-list" id={`${id}-list`} role="listbox" aria-label={text.title} ref={list}>
        {groups.map(({ group, entries: shown }) => (
          <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
            <div class="palette-group" id={`${id}-${group}`} role="presentation">
              {text.groups[group]}
            </div>
            {shown.map((entry) => {
              const index = entries.indexOf(entry);
              return (
                <div
                  key={entry.id}
                  id={`${id}-${index}`}
                  class="palette-entry"
                  role="option"
                  aria-selected={index === at}
                  onMouseMove={() => setActive(index)}
                  // Keeps the focus in the field.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => choose(entry)}
                >
                  {icon(entry.sign, 16)}
                  <span class="palette-name" dir="auto">
                    {entry.name}
                  </span>
                  {entry.detail && <small dir="auto">{entry.detail}</small>}
                  {entry.shortcut && <Keys name={entry.shortcut} />}
                </div>
              );
            })}
          </div>
        ))}
      </div>
      {entries.length === 0 && <p class="palette-none">{text.none}</p>}
    </dialog>
  );
}
