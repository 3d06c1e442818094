import type { JSX } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Chat } from "@servicechat/contract/admin";
import { asProblem } from "../api/api-problem.ts";
import { useConsole } from "../app/console-context.ts";
import { keepDraft, readDraft, type Draft } from "../app/drafts.ts";
import { icon } from "../ui/icon.tsx";
import { sayProblem } from "../ui/page.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { CannedList } from "./canned-list.tsx";
import { ComposerModes } from "./composer-modes.tsx";
import { SuggestButton } from "./suggest-button.tsx";
import { useCannedMenu } from "./use-canned-menu.ts";
import { useTyping } from "./use-typing.ts";

/** Maximum length of a message or a note in UTF-16 units. */
const maxLength = 8_000;

/** Writes to the visitor, or a note. A draft survives a reload. */
export function Composer({
  chat,
  writes,
}: {
  chat: Chat;
  /** Called while somebody is typing. */ writes: () => void;
}): JSX.Element {
  const { api, words, me, outbox, toast } = useConsole();
  const { inbox: text } = words;
  const person = me.value?.id ?? "";
  const isMine = chat.operator !== null && chat.operator.id === person;
  const [draft, setDraft] = useState<Draft>(() => readDraft(person, chat.id));
  const [failure, setFailure] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  const tellTyping = useTyping(chat.id);
  const { isNote } = draft;
  const isEmpty = draft.text.trim() === "";
  const messagePlaceholder = isMine
    ? text.messagePlaceholder
    : chat.holder === "person"
      ? text.heldPlaceholder(showHidden(chat.operator?.name ?? ""))
      : text.takesPlaceholder;
  useEffect(() => keepDraft(person, chat.id, draft), [draft]);

  function write(now: Draft): void {
    setFailure("");
    setDraft(now);
    writes();
    if (isMine && !now.isNote && now.text.trim() !== "") tellTyping();
  }
  const menuId = useId();
  const menu = useCannedMenu(chat.agent, (inserted, start, end) => {
    write({
      isNote,
      text: (draft.text.slice(0, start) + inserted + draft.text.slice(end)).slice(0, maxLength),
    });
    caret.current = start + inserted.length;
  });
  /** Where the caret goes once the inserted text is drawn. */
  const caret = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (caret.current === undefined) return;
    field.current?.focus();
    field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });
  function send(): void {
    if (isEmpty) return;
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
      .catch((thrown: unknown) => setFailure(sayProblem(asProblem(thrown), words)));
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
        <ComposerModes
          isNote={isNote}
          change={(now) => {
            setDraft({ ...draft, isNote: now });
            field.current?.focus();
          }}
        />
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
