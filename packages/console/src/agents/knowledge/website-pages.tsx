import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { PreviewedPage } from "@servicechat/contract/admin";
import { asProblem, type ApiProblem } from "../../api/api-problem.ts";
import { useConsole } from "../../app/console-context.ts";
import { problemText } from "../../ui/page.tsx";
import { showHidden } from "../../ui/show-hidden.ts";
import { count } from "../../ui/time.tsx";
import { previewWebsite, type PreviewEnd } from "./preview-website.ts";
import { leftOutBy, pathOf, sectionsOf } from "./website-address.ts";
import { asEntry, type WebsiteSource } from "./website-entry.ts";

/** A look at a website: its pages as they are read. */
export interface WebsitePreview {
  readonly pages: readonly PreviewedPage[];
  readonly isRunning: boolean;
  readonly end: PreviewEnd | undefined;
  readonly problem: ApiProblem | undefined;
  start(source: WebsiteSource): void;
  stop(): void;
  /** Forgets it: the address is another one. */
  clear(): void;
}

type Looked = Pick<WebsitePreview, "pages" | "isRunning" | "end" | "problem">;
const nothing: Looked = { pages: [], isRunning: false, end: undefined, problem: undefined };

/** Looks at a website as long as the component is shown. */
export function usePreviewOfWebsite(): WebsitePreview {
  const { api } = useConsole();
  const [looked, setLooked] = useState(nothing);
  const running = useRef(new AbortController());
  useEffect(() => () => running.current.abort(), []);

  function start(source: WebsiteSource): void {
    running.current.abort();
    const ending = new AbortController();
    running.current = ending;
    const { signal } = ending;
    const update = (next: (before: Looked) => Partial<Looked>): void => {
      if (!signal.aborted) setLooked((before) => ({ ...before, ...next(before) }));
    };
    setLooked({ ...nothing, isRunning: true });
    previewWebsite(api, asEntry(source), {
      signal,
      onPage: (page) => update(({ pages }) => ({ pages: [...pages, page] })),
    })
      .then((end) => update(() => ({ end, isRunning: false })))
      .catch((thrown: unknown) => update(() => ({ problem: asProblem(thrown), isRunning: false })));
  }

  return {
    ...looked,
    start,
    stop() {
      running.current.abort();
      setLooked((before) => ({ ...before, isRunning: false }));
    },
    clear() {
      running.current.abort();
      setLooked(nothing);
    },
  };
}

/** The pages of a look, each with a tick: without it, its address becomes a part that is left out. */
export function WebsitePages({
  preview,
  exclude,
  change,
  isFull,
}: {
  preview: WebsitePreview;
  exclude: readonly string[];
  change: (exclude: readonly string[]) => void;
  /** Why nothing more can be left out. */
  isFull: string | undefined;
}): JSX.Element {
  const { words } = useConsole();
  const text = words.knowledge.website;
  const { pages, isRunning, end, problem } = preview;
  const counted = (number: number): string => count(number, words.lang);
  const readable = pages.filter(({ state }) => state === "read");
  const paths = readable.map(({ url }) => pathOf(url));
  const chosen = paths.filter((path) => leftOutBy(path, exclude) === undefined).length;
  const sections = sectionsOf(paths);
  /** What is left out and is not in the list, so that it could be chosen again nowhere else. */
  const others = exclude.filter(
    (part) => !paths.includes(part) && !sections.some((each) => each.part === part),
  );

  function toggle(part: string, isRead: boolean): void {
    if (isRead) change(exclude.filter((each) => each !== part));
    else change([...exclude, part]);
  }

  return (
    <>
      <p role="status" class={pages.length === 0 && !isRunning && !problem && !end ? "unseen" : undefined}>
        {isRunning && text.looking(counted(pages.length))}
        {!isRunning && pages.length > 0 && <b>{text.looked(chosen, counted(chosen))}</b>}
        {end && readable.length === 0 && <span>{text.none}</span>}
        {end?.more && <span class="hint"> {text.more}</span>}
      </p>
      {problem && (
        <p class="form-problem" role="alert">
          {problemText(problem, words)}
        </p>
      )}
      {others.length > 0 && (
        <fieldset class="field">
          <legend class="legend">{text.excluded}</legend>
          {others.map((part) => (
            <Tick
              key={part}
              label={showHidden(part)}
              isChecked={false}
              change={(isRead) => toggle(part, isRead)}
            />
          ))}
        </fieldset>
      )}
      {sections.length > 0 && (
        <fieldset class="field">
          <legend class="legend">{text.folders}</legend>
          {sections.map(({ part, count: number }) => (
            <Tick
              key={part}
              label={text.folder(showHidden(part), counted(number))}
              isChecked={!exclude.includes(part)}
              change={(isRead) => toggle(part, isRead)}
            />
          ))}
        </fieldset>
      )}
      {pages.length > 0 && (
        <fieldset class="field">
          <legend class="legend">{text.pages}</legend>
          <p class="hint">{isFull ?? text.pagesHint}</p>
          <ul class="rows preview-pages" role="list">
            {pages.map((page) => (
              <PageRow key={page.url} page={page} exclude={exclude} toggle={toggle} />
            ))}
          </ul>
        </fieldset>
      )}
    </>
  );
}

function PageRow({
  page,
  exclude,
  toggle,
}: {
  page: PreviewedPage;
  exclude: readonly string[];
  toggle: (part: string, isRead: boolean) => void;
}): JSX.Element {
  const { words } = useConsole();
  const text = words.knowledge.website;
  const path = pathOf(page.url);
  const name = showHidden(page.title ?? path);
  const detail = showHidden(path);
  if (page.state !== "read")
    return (
      <li class="row">
        <div class="row-main">
          <span dir="auto">{name}</span>
          <span class="row-detail">
            {page.title !== null && `${detail} · `}
            {page.reason !== null && showHidden(page.reason)}
          </span>
        </div>
        <span class={page.state === "failed" ? "badge bad" : "badge"}>{text.states[page.state]}</span>
      </li>
    );
  const isOwn = exclude.includes(path);
  const by = leftOutBy(path, exclude);
  const isStart = path === "/";
  return (
    <li class="row">
      <label class="check row-main">
        <input
          type="checkbox"
          checked={by === undefined}
          disabled={isStart || (by !== undefined && !isOwn)}
          onChange={({ currentTarget }) => toggle(path, currentTarget.checked)}
        />
        <span>
          <span dir="auto">{name}</span>
          <span class="row-detail">
            {" "}
            {detail} · {text.words(page.words, count(page.words, words.lang))}
            {by !== undefined && !isOwn && ` · ${text.leftOutBy(showHidden(by))}`}
            {isStart && ` · ${text.startStays}`}
          </span>
        </span>
      </label>
      {by !== undefined && <span class="badge">{text.states.excluded}</span>}
    </li>
  );
}

function Tick({
  label,
  isChecked,
  change,
}: {
  label: string;
  isChecked: boolean;
  change: (isChecked: boolean) => void;
}): JSX.Element {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={isChecked}
        onChange={({ currentTarget }) => change(currentTarget.checked)}
      />
      <span dir="auto">{label}</span>
    </label>
  );
}
