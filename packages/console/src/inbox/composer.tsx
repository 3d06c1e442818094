import type { JSX } from "preact";
import { useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Chat } from "@servicechat/contract/admin";
import { asProblem } from "../api/api-problem.ts";
import { useConsole } from "../app/console-context.ts";
import { usePageAction } from "../app/shortcuts.ts";
import { icon } from "../ui/icon.tsx";
import { problemText } from "../ui/page.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { asPlainText } from "./as-plain-text.ts";
import { CannedList, useCannedMenu } from "./canned-menu.tsx";
import { fillFields, openFields } from "./canned-fields.ts";
import { readDraft, storeDraft, type Draft } from "./drafts.ts";

/** Maximum length of a message or a note in UTF-16 units. */
const maxLength = 8_000;

/** Writes to the visitor, or a note. A draft survives a reload. */
export function Composer({
  chat,
  agent,
  writes,
}: {
  chat: Chat;
  /** The agent's name. */
  agent: string;
  /** Called while somebody is typing. */ writes: () => void;
}): JSX.Element {
  const { api, words, me, outbox, toast } = useConsole();
  const { inbox: text } = words;
  const person = me.value?.id ?? "";
  const isMine = chat.operator !== null && chat.operator.id === person;
  const [draft, setDraft] = useState<Draft>(() => readDraft(person, chat.id));
  const [failure, setFailure] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  const reportTypingToVisitor = useTyping(chat.id);
  const { isNote } = draft;
  const isEmpty = draft.text.trim() === "";
  const messagePlaceholder = isMine
    ? text.messagePlaceholder
    : chat.holder === "person"
      ? text.heldPlaceholder(showHidden(chat.operator?.name ?? ""))
      : text.takesPlaceholder;
  useEffect(() => storeDraft(person, chat.id, draft), [draft]);

  function write(now: Draft): void {
    setFailure("");
    setDraft(now);
    writes();
    if (isMine && !now.isNote && now.text.trim() !== "") reportTypingToVisitor();
  }
  const menuId = useId();
  const menu = useCannedMenu(chat.agent, (canned, start, end) => {
    const inserted = fillFields(canned, {
      "visitor.name": chat.user?.name,
      "me.name": me.value?.displayName,
      agent,
    });
    write({
      isNote,
      text: (draft.text.slice(0, start) + inserted + draft.text.slice(end)).slice(0, maxLength),
    });
    const [open] = openFields(inserted);
    const after = start + inserted.length;
    // A field without a value is selected, so that typing replaces it.
    selection.current = open ? [start + open.start, start + open.end] : [after, after];
  });
  const open = openFields(draft.text);
  /** What is selected once the text is drawn. */
  const selection = useRef<readonly [start: number, end: number]>(undefined);
  useLayoutEffect(() => {
    if (selection.current === undefined) return;
    field.current?.focus();
    field.current?.setSelectionRange(...selection.current);
    selection.current = undefined;
  });
  function selectOpenField(): void {
    const [first] = open;
    if (!first) return;
    field.current?.focus();
    field.current?.setSelectionRange(first.start, first.end);
  }
  function writeAs(note: boolean): void {
    setDraft((before) => ({ ...before, isNote: note }));
    field.current?.focus();
  }
  usePageAction("reply", () => writeAs(false));
  usePageAction("note", () => writeAs(true));
  function send(): void {
    if (isEmpty) return;
    if (!isNote && open.length > 0) return selectOpenField();
    if (!isNote) {
      outbox.value?.send(chat.id, draft.text.trim());
      setDraft({ text: "", isNote });
      return;
    }
    const note = draft.text.trim();
    api
      .send("POST", `chats/${encodeURIComponent(chat.id)}/notes`, { body: { text: note } })
      .then(() => {
        setDraft((before) => (before.text.trim() === note ? { text: "", isNote: false } : before));
        toast.value = text.noted;
      })
      .catch((thrown: unknown) => setFailure(problemText(asProblem(thrown), words)));
  }

  return (
    <form
      class={isNote ? "composer is-note" : "composer"}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {failure !== "" && (
        <p class="form-problem" role="alert">
          {failure}
        </p>
      )}
      <CannedList id={menuId} menu={menu} />
      <div role="status">
        {!isNote && open.length > 0 && (
          <p class="open-fields">
            {icon("alert", 16)}
            <span>{text.openFields(Array.from(new Set(open.map(({ name }) => `{${name}}`))))}</span>
            <button type="button" class="link-button" onClick={selectOpenField}>
              {text.showField}
            </button>
          </p>
        )}
      </div>
      <textarea
        ref={field}
        rows={2}
        dir="auto"
        maxLength={maxLength}
        aria-label={isNote ? text.noteField : text.messageField}
        placeholder={isNote ? text.notePlaceholder : messagePlaceholder}
        value={draft.text}
        aria-autocomplete="list"
        aria-controls={menu.answers.length > 0 ? menuId : undefined}
        aria-activedescendant={menu.answers.length > 0 ? `${menuId}-${menu.active}` : undefined}
        onInput={({ currentTarget }) => {
          write({ isNote, text: currentTarget.value });
          menu.update(currentTarget);
        }}
        onSelect={({ currentTarget }) => menu.update(currentTarget)}
        onKeyDown={(event) => {
          if (menu.press(event)) return event.preventDefault();
          // While a word is being composed (Japanese, Chinese), Enter ends the composition.
          if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          send();
        }}
      />
      <div class="composer-bar">
        <ComposerModes isNote={isNote} change={writeAs} />
        {!isNote && (
          <SuggestButton
            chat={chat.id}
            failed={setFailure}
            suggested={(text) => {
              setDraft((before) => ({
                ...before,
                text: [before.text.trim(), text]
                  .filter((each) => each !== "")
                  .join("\n\n")
                  .slice(0, maxLength),
              }));
              field.current?.focus();
            }}
          />
        )}
        <button type="submit" class="button primary" disabled={isEmpty}>
          {icon(isNote ? "note" : "send", 16)}
          {isNote ? text.keepNote : text.send}
        </button>
      </div>
    </form>
  );
}

/** Chooses between a message to the visitor and an internal note. */
function ComposerModes({
  isNote,
  change,
}: {
  isNote: boolean;
  change: (isNote: boolean) => void;
}): JSX.Element {
  const { inbox: text } = useConsole().words;
  return (
    <fieldset class="modes">
      <legend class="unseen">{text.mode}</legend>
      {[false, true].map((note) => (
        <label key={String(note)} class={note === isNote ? "mode chosen" : "mode"}>
          <input
            type="radio"
            class="unseen"
            name="composer-mode"
            checked={note === isNote}
            onChange={() => change(note)}
          />
          {note ? text.asNote : text.asMessage}
        </label>
      ))}
    </fieldset>
  );
}

/** Asks the agent to draft an answer. It is put into the field, where a person reads, changes and sends it. */
function SuggestButton({
  chat,
  suggested,
  failed,
}: {
  chat: string;
  suggested: (text: string) => void;
  failed: (sentence: string) => void;
}): JSX.Element {
  const { api, words } = useConsole();
  const { inbox: text } = words;
  const [isWriting, setWriting] = useState(false);
  const asking = useRef<AbortController>(undefined);
  // Anyone who leaves the chat does not need its draft.
  useEffect(() => () => asking.current?.abort(), []);

  function suggest(): void {
    const { signal } = (asking.current = new AbortController());
    setWriting(true);
    failed("");
    api
      .send<{ text: string }>("POST", `chats/${encodeURIComponent(chat)}/draft`, { signal })
      .then((draft) => (draft.text === "" ? failed(text.noSuggestion) : suggested(asPlainText(draft.text))))
      .catch((thrown: unknown) => {
        if (!signal.aborted) failed(problemText(asProblem(thrown), words));
      })
      .finally(() => setWriting(false));
  }
  return (
    <button type="button" class="button quiet" disabled={isWriting} aria-busy={isWriting} onClick={suggest}>
      {icon("agents", 16)}
      {isWriting ? text.suggesting : text.suggest}
    </button>
  );
}

/** For about this long, visitors see that somebody is typing, in milliseconds. */
const typingMs = 3_000;

/** Shows the visitor that a person is typing, at most once per interval. It does not matter if this fails. */
function useTyping(chat: string): () => void {
  const { api } = useConsole();
  const reportedAt = useRef(0);
  return useCallback(() => {
    const now = Date.now();
    if (now - reportedAt.current < typingMs) return;
    reportedAt.current = now;
    void api.send("POST", `chats/${encodeURIComponent(chat)}/typing`).catch(() => undefined);
  }, [api, chat]);
}
