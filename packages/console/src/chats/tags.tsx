import type { JSX } from "preact";
import { useId, useRef, useState } from "preact/hooks";
import { maxTagLength, type Chat } from "@servicechat/contract/admin";
import { foldText } from "@servicechat/contract/language";
import { asProblem } from "../api/api-problem.ts";
import { useConsole } from "../app/console-context.ts";
import { hrefOf } from "../app/navigation.ts";
import { icon } from "../ui/icon.tsx";
import { problemText } from "../ui/page.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { useResource } from "../ui/use-resource.ts";

/** The number of tags that a row has space for. */
const rowTags = 3;

/** The number of known tags that are offered at once. */
const maxOffered = 7;

/** The first tags of a chat, in a row of a list. */
export function RowTags({ tags = [] }: Pick<Chat, "tags">): JSX.Element | null {
  const { chats: text } = useConsole().words;
  if (tags.length === 0) return null;
  const more = tags.length - rowTags;
  return (
    <span class="tags">
      <span class="unseen">{text.tags}: </span>
      {tags.slice(0, rowTags).map((tag) => (
        <span key={tag} class="tag" dir="auto">
          {showHidden(tag)}
        </span>
      ))}
      {more > 0 && (
        <span class="tag" title={tags.slice(rowTags).map(showHidden).join(", ")}>
          +{more}
        </span>
      )}
    </span>
  );
}

/** The tags of a chat, each a link to the chats that have it; whoever may answer can add and remove them. */
export function TagEditor({
  chat,
  mayEdit,
  changed,
}: {
  chat: Chat;
  mayEdit: boolean;
  /** Called with the chat as it is then. */
  changed: (chat: Chat) => void;
}): JSX.Element {
  const { api, words } = useConsole();
  const { chats: text } = words;
  const [failure, setFailure] = useState("");
  const { tags = [] } = chat;
  function send(body: { readonly add: readonly string[] } | { readonly remove: readonly string[] }): void {
    setFailure("");
    api
      .send<{ chat: Chat }>("POST", `chats/${encodeURIComponent(chat.id)}/tags`, { body })
      .then((now) => changed(now.chat))
      .catch((thrown: unknown) => setFailure(problemText(asProblem(thrown), words)));
  }
  return (
    <div class="tag-editor">
      {tags.length > 0 && (
        <ul class="tags" role="list" aria-label={text.tags}>
          {tags.map((tag) => (
            <li key={tag} class="tag">
              <a href={hrefOf("chats", { tag })} title={text.allWithTag} dir="auto">
                {showHidden(tag)}
              </a>
              {mayEdit && (
                <button
                  type="button"
                  aria-label={text.removeTag(showHidden(tag))}
                  onClick={() => send({ remove: [tag] })}
                >
                  {icon("cross", 12)}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayEdit && <TagField without={tags} pick={(tag) => send({ add: [tag] })} />}
      {failure !== "" && (
        <p class="form-problem" role="alert">
          {failure}
        </p>
      )}
    </div>
  );
}

/** A field for a tag, which offers those that other chats have. */
export function TagField({
  without = [],
  pick,
}: {
  /** Those that are not offered. */
  without?: readonly string[];
  pick: (tag: string) => void;
}): JSX.Element {
  const { chats: text } = useConsole().words;
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const known = useKnownTags(isOpen);
  const wanted = foldText(typed);
  const offered = known
    .filter((tag) => !without.includes(tag) && foldText(` ${tag}`).includes(` ${wanted}`))
    .slice(0, maxOffered);
  const isShown = isOpen && offered.length > 0;

  function take(tag: string): void {
    const name = tag.trim();
    if (name === "") return;
    // The same word in another case is the same tag.
    pick(known.find((each) => foldText(each) === foldText(name)) ?? name);
    setTyped("");
    setActive(-1);
  }
  function press(event: KeyboardEvent): void {
    const { key, isComposing } = event;
    if (isComposing) return;
    if (key === "ArrowDown" || key === "ArrowUp") {
      setOpen(true);
      const from = key === "ArrowDown" ? active : Math.max(active, 0);
      setActive((from + (key === "ArrowDown" ? 1 : -1) + offered.length) % Math.max(1, offered.length));
    } else if (key === "Enter" || key === ",") take((isShown && offered[active]) || typed);
    else if (key === "Escape" && isShown) {
      setOpen(false);
      // The menu around it stays open.
      event.stopPropagation();
    } else return;
    event.preventDefault();
  }
  return (
    <div class="tag-field">
      <input
        ref={field}
        type="text"
        role="combobox"
        data-first
        aria-label={text.addTag}
        aria-expanded={isShown}
        aria-controls={isShown ? id : undefined}
        aria-activedescendant={isShown && active >= 0 ? `${id}-${active}` : undefined}
        aria-autocomplete="list"
        placeholder={text.addTag}
        maxLength={maxTagLength}
        autocomplete="off"
        dir="auto"
        value={typed}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setActive(-1);
          setOpen(true);
        }}
        onKeyDown={press}
      />
      {isShown && (
        <ul id={id} class="tag-list" role="listbox" aria-label={text.knownTags}>
          {offered.map((tag, index) => (
            <li
              key={tag}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              dir="auto"
              // Keeps the focus in the field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(tag)}
            >
              {showHidden(tag)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The tags that chats have, most used first; read when they are needed. */
export function useKnownTags(isNeeded: boolean): readonly string[] {
  const { api } = useConsole();
  const known = useResource(`tags ${isNeeded}`, async (signal) =>
    isNeeded ? (await api.get<{ items: readonly { readonly tag: string }[] }>("tags", {}, signal)).items : [],
  );
  return (known.value ?? []).map(({ tag }) => tag);
}
