import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { asProblem } from "../api/api-problem.ts";
import { languages } from "./words/words.ts";
import { Avatar } from "../ui/avatar.tsx";
import { icon } from "../ui/icon.tsx";
import { problemText } from "../ui/page.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { useConsole, useMay } from "./console-context.ts";
import { hrefOf } from "./navigation.ts";
import type { Density, Theme } from "./preferences.ts";
import type { Session } from "./session.ts";

/** Who is signed in, their preferences, and signing out. */
export function PersonMenu({ session, showHelp }: { session: Session; showHelp: () => void }): JSX.Element {
  const { me, words, preferences } = useConsole();
  const { common, vocabulary } = words;
  const menu = useRef<HTMLDivElement>(null);
  const person = me.value;
  const themes: readonly (readonly [Theme, string])[] = [
    ["system", common.themeSystem],
    ["light", common.themeLight],
    ["dark", common.themeDark],
  ];
  const densities: readonly (readonly [Density, string])[] = [
    ["comfortable", common.densityComfortable],
    ["compact", common.densityCompact],
  ];
  return (
    <div class="person">
      <button type="button" class="person-button" popovertarget="person-menu" aria-haspopup="dialog">
        <Avatar name={person?.name} operator={person?.id} />
        <span class="person-name">
          <b>{showHidden(person?.name ?? "")}</b>
          <small>{person && vocabulary.roles[person.role]}</small>
        </span>
        {icon("more", 16)}
      </button>
      <div
        id="person-menu"
        class="menu"
        popover="auto"
        ref={menu}
        role="dialog"
        aria-label={person?.name ?? ""}
      >
        <label class="menu-field">
          <span>{common.theme}</span>
          <select
            value={preferences.theme.value}
            onChange={({ currentTarget }) => {
              preferences.theme.value = currentTarget.value as Theme;
            }}
          >
            {themes.map(([theme, name]) => (
              <option key={theme} value={theme}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label class="menu-field">
          <span>{common.density}</span>
          <select
            value={preferences.density.value}
            onChange={({ currentTarget }) => {
              preferences.density.value = currentTarget.value as Density;
            }}
          >
            {densities.map(([density, name]) => (
              <option key={density} value={density}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label class="menu-field">
          <span>{common.language}</span>
          <select
            value={preferences.language.value}
            onChange={({ currentTarget }) => {
              preferences.language.value = currentTarget.value;
            }}
          >
            <option value="">{common.browserLanguage}</option>
            {Object.entries(languages).map(([tag, name]) => (
              <option key={tag} value={tag} lang={tag}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <AvailableField />
        <label class="menu-field">
          <span>{words.inbox.sound}</span>
          <input
            type="checkbox"
            checked={preferences.sound.value}
            onChange={({ currentTarget }) => {
              preferences.sound.value = currentTarget.checked;
            }}
          />
        </label>
        <label class="menu-field">
          <span>{words.palette.keysField}</span>
          <input
            type="checkbox"
            checked={preferences.keys.value}
            onChange={({ currentTarget }) => {
              preferences.keys.value = currentTarget.checked;
            }}
          />
        </label>
        <hr />
        <a class="menu-item" href={hrefOf("settings/sign-in")} onClick={() => menu.current?.hidePopover()}>
          {icon("passkey", 16)}
          {words.settings.signIn.title}
        </a>
        <button
          type="button"
          class="menu-item"
          onClick={() => {
            menu.current?.hidePopover();
            showHelp();
          }}
        >
          {icon("gaps", 16)}
          {words.palette.helpItem}
        </button>
        <button type="button" class="menu-item" onClick={() => void session.signOut().catch(() => undefined)}>
          {icon("out", 16)}
          {common.signOut}
        </button>
      </div>
    </div>
  );
}

/**
 * Whether the person who is signed in currently takes chats. Colleagues see it, and there are no sounds for those who
 * do not.
 */
function AvailableField(): JSX.Element | null {
  const { api, words, me, toast } = useConsole();
  const mayAnswer = useMay("responder");
  const person = me.value;
  if (!mayAnswer || person?.kind !== "operator") return null;
  return (
    <label class="menu-field">
      <span>{words.inbox.takesChats}</span>
      <input
        type="checkbox"
        checked={person.available !== false}
        onChange={({ currentTarget: { checked: available } }) => {
          me.value = { ...person, available };
          api.send("PUT", "me/availability", { body: { available } }).catch((thrown: unknown) => {
            me.value = person;
            toast.value = problemText(asProblem(thrown), words);
          });
        }}
      />
    </label>
  );
}
