import { useEffect, useState } from "preact/hooks";
import {
  includesRole,
  type AgentItem,
  type Chat,
  type Operator,
  type Page,
  type Role,
} from "@servicechat/contract/admin";
import { problemText } from "../../ui/page.tsx";
import { showHidden } from "../../ui/show-hidden.ts";
import type { IconName } from "../../ui/icon.tsx";
import { asProblem } from "../../api/api-problem.ts";
import { useConsole, type ConsoleContext } from "../console-context.ts";
import { hrefOf } from "../navigation.ts";
import { pageActions, shortcutNames, shortcuts, shortcutText, type ShortcutName } from "../shortcuts.ts";
import type { Session } from "../session.ts";
import type { Words } from "../words/words.ts";
import { bestMatches } from "./match.ts";
import { readRecent } from "./recent.ts";

/** The groups of the palette, in their order. */
const groups = ["recent", "here", "pages", "actions", "agents", "people", "chats", "settings"] as const;
type Group = (typeof groups)[number];

/** Something that the palette finds: a place to go to, or an action to run. */
export interface PaletteEntry {
  /** Permanent, except for chats. */
  readonly id: string;
  readonly group: Exclude<Group, "recent">;
  readonly sign: IconName;
  readonly name: string;
  /** What else it is found by, and what is shown beside its name. */
  readonly detail?: string;
  readonly shortcut?: ShortcutName;
  readonly run: () => void;
}

/** Entries under one heading. */
export interface PaletteGroup {
  readonly group: Group;
  readonly entries: readonly PaletteEntry[];
}

/** The most entries of one group while something is typed. */
const maxEntries = 6;
/** Milliseconds without typing after which chats are searched. */
const typingPause = 200;

/** What matches the typed text, by group; the group with the best match comes first. */
export function usePaletteGroups(
  typed: string,
  session: Session,
  showKeys: () => void,
): readonly PaletteGroup[] {
  const context = useConsole();
  const { me, words } = context;
  const known = [
    ...actionsHere(words),
    ...pageEntries(context),
    ...deeds(context, session, showKeys),
    ...useAgentEntries(),
    ...usePeopleEntries(),
    ...settingsEntries(context),
  ];
  const chats = useFoundChats(typed);
  if (typed.trim() === "") {
    const recent = readRecent(me.value?.id ?? "").flatMap((id) => known.find((each) => each.id === id) ?? []);
    const others = known.filter(({ id }) => !recent.some((each) => each.id === id));
    return groups
      .map((group) => ({
        group,
        entries: group === "recent" ? recent : others.filter((each) => each.group === group),
      }))
      .filter(({ entries, group }) => entries.length > 0 && group !== "settings");
  }
  const matches = bestMatches(typed, known);
  const order = Array.from(new Set(matches.map(({ group }) => group)));
  return [
    ...order.map((group) => ({
      group,
      entries: matches.filter((each) => each.group === group).slice(0, maxEntries),
    })),
    ...(chats.length > 0 ? [{ group: "chats" as const, entries: chats }] : []),
  ];
}

/** What the page behind the palette can do. */
function actionsHere(words: Words): readonly PaletteEntry[] {
  return shortcutNames
    .filter((name) => shortcuts[name].group === "page" && pageActions.peek().has(name))
    .map((name) => ({
      id: `here:${name}`,
      group: "here",
      sign: "forward",
      name: shortcutText(name, words),
      shortcut: name,
      run: () => pageActions.peek().get(name)?.(),
    }));
}

function pageEntries({ navigation, words }: ConsoleContext): readonly PaletteEntry[] {
  return shortcutNames.flatMap((name) => {
    const shortcut = shortcuts[name];
    if (!("path" in shortcut)) return [];
    return [
      {
        id: `page:${name}`,
        group: "pages" as const,
        sign: name as IconName,
        name: shortcutText(name, words),
        shortcut: name,
        run: () => navigation.go(navigation.lastOf(shortcut.path)),
      },
    ];
  });
}

/** The sections of the settings, and the role that each needs. */
const sections = [
  ["people", "owner"],
  ["sign-in", "viewer"],
  ["tokens", "owner"],
  ["secrets", "editor"],
  ["notifications", "viewer"],
  ["canned", "responder"],
  ["webhooks", "owner"],
  ["letter", "owner"],
  ["mail", "owner"],
  ["privacy", "viewer"],
  ["audit", "owner"],
  ["health", "editor"],
] as const satisfies readonly (readonly [keyof Words["settings"]["sections"], Role])[];

function settingsEntries({ navigation, words, me }: ConsoleContext): readonly PaletteEntry[] {
  return sections
    .filter(([, role]) => me.value && includesRole(me.value.role, role))
    .map(([name]) => ({
      id: `settings:${name}`,
      group: "settings",
      sign: "settings",
      name: words.settings.sections[name],
      detail: words.common.settings,
      run: () => navigation.go(hrefOf(`settings/${name}`)),
    }));
}

function deeds(context: ConsoleContext, session: Session, showKeys: () => void): readonly PaletteEntry[] {
  const { api, navigation, preferences, me, toast, words } = context;
  const { palette: text, common } = words;
  const person = me.value;
  const may = (role: Role): boolean => person !== undefined && includesRole(person.role, role);
  const deed = (
    id: string,
    sign: IconName,
    name: string,
    run: () => void,
    detail?: string,
  ): PaletteEntry => ({
    id: `deed:${id}`,
    group: "actions",
    sign,
    name,
    run,
    ...(detail !== undefined && { detail }),
  });
  const isAvailable = person?.available !== false;
  function changeAvailability(): void {
    if (!person) return;
    me.value = { ...person, available: !isAvailable };
    api.send("PUT", "me/availability", { body: { available: !isAvailable } }).catch((thrown: unknown) => {
      me.value = person;
      toast.value = problemText(asProblem(thrown), words);
    });
  }
  const themes = { light: common.themeLight, dark: common.themeDark, system: common.themeSystem } as const;
  return [
    ...(may("editor")
      ? [
          deed("agent", "plus", text.newAgent, () => navigation.go(hrefOf("agents/new"))),
          deed("key", "plus", text.newKey, () => navigation.go(hrefOf("keys"))),
        ]
      : []),
    ...(may("owner")
      ? [deed("invite", "plus", text.invite, () => navigation.go(hrefOf("settings/people")))]
      : []),
    ...(may("responder") && person?.kind === "operator"
      ? [deed("available", "person", isAvailable ? text.takeNoChats : text.takeChats, changeAvailability)]
      : []),
    ...(["light", "dark", "system"] as const)
      .filter((theme) => theme !== preferences.theme.value)
      .map((theme) =>
        deed(`theme-${theme}`, "settings", text.theme(themes[theme]), () => {
          preferences.theme.value = theme;
        }),
      ),
    { ...deed("help", "more", text.help, showKeys), shortcut: "help" },
    deed("keys", "settings", preferences.keys.value ? text.keysOff : text.keysOn, () => {
      preferences.keys.value = !preferences.keys.value;
    }),
    deed("sign-out", "out", common.signOut, () => void session.signOut().catch(() => undefined)),
  ];
}

function useAgentEntries(): readonly PaletteEntry[] {
  const { api, navigation } = useConsole();
  const items = useOnce((signal) => api.get<Page<AgentItem>>("agents", { limit: 200 }, signal));
  return items.map(({ id, name }) => ({
    id: `agent:${id}`,
    group: "agents",
    sign: "agents",
    name: showHidden(name || id),
    ...(name !== id && { detail: showHidden(id) }),
    run: () => navigation.go(hrefOf(`agents/${encodeURIComponent(id)}`)),
  }));
}

function usePeopleEntries(): readonly PaletteEntry[] {
  const { api, me, navigation, words } = useConsole();
  const isOwner = me.value !== undefined && includesRole(me.value.role, "owner");
  const items = useOnce(
    isOwner ? (signal) => api.get<Page<Operator>>("operators", { limit: 200 }, signal) : undefined,
  );
  return items.map(({ id, name, role }) => ({
    id: `person:${id}`,
    group: "people",
    sign: "person",
    name: showHidden(name),
    detail: words.vocabulary.roles[role],
    run: () => navigation.go(hrefOf("settings/people")),
  }));
}

/** A list that is read when the palette opens. Without it, the rest is found all the same. */
function useOnce<Item>(
  read: ((signal: AbortSignal) => Promise<{ readonly items: readonly Item[] }>) | undefined,
): readonly Item[] {
  const [items, setItems] = useState<readonly Item[]>([]);
  useEffect(() => {
    const ending = new AbortController();
    read?.(ending.signal)
      .then((page) => setItems(page.items))
      .catch(() => undefined);
    return () => ending.abort();
  }, []);
  return items;
}

/** Chats in which the typed words occur, found by the service. */
function useFoundChats(typed: string): readonly PaletteEntry[] {
  const { api, navigation, words } = useConsole();
  const [chats, setChats] = useState<readonly Chat[]>([]);
  const q = typed.trim().slice(0, 200);
  useEffect(() => {
    const ending = new AbortController();
    if (q.length < 2) {
      setChats([]);
      return undefined;
    }
    const timer = setTimeout(() => {
      const found = /^ses_[\w-]{20,}$/.test(q)
        ? api
            .get<{ readonly chat: Chat }>(`chats/${encodeURIComponent(q)}`, { limit: 1 }, ending.signal)
            .then(({ chat }) => [chat])
        : api.get<Page<Chat>>("chats", { q, limit: maxEntries }, ending.signal).then(({ items }) => items);
      found.then(setChats).catch(() => {
        if (!ending.signal.aborted) setChats([]);
      });
    }, typingPause);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [q]);
  return chats.map((chat) => ({
    id: `chat:${chat.id}`,
    group: "chats",
    sign: "chats",
    name: showHidden(chat.first).replaceAll(/\s+/gu, " ") || words.chats.noText,
    detail: new Intl.DateTimeFormat(words.lang, { dateStyle: "medium" }).format(new Date(chat.lastAt)),
    run: () => navigation.go(hrefOf(`chats/${encodeURIComponent(chat.id)}`)),
  }));
}
