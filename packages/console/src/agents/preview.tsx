import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { FileFault, PreviewedAgent } from "@servicechat/contract/admin";
import { asProblem, type ApiProblem } from "../api/api-problem.ts";
import { useConsole } from "../app/console-context.ts";
import { icon } from "../ui/icon.tsx";
import { problemText, SkeletonRows } from "../ui/page.tsx";
import { DifferenceView } from "./difference.tsx";
import { FileTab } from "./file-tab.tsx";

/** An agent's file, beside a chat that answers with the draft, and the difference from the live file. */
export function PreviewTab({
  live,
  draft,
  change,
  faults,
  shown,
}: {
  /** The live file. */
  live: string;
  draft: string;
  change: (file: string) => void;
  faults: readonly FileFault[] | undefined;
  shown: ShownDraft;
}): JSX.Element {
  const text = useConsole().words.agents;
  return (
    <div class="previewed">
      <div>
        <FileTab draft={draft} change={change} faults={faults} label={text.editor} mayEdit />
        <h2 class="difference-title">{text.previewing.difference}</h2>
        {draft === live ? (
          <p class="muted">{text.noChanges}</p>
        ) : (
          <DifferenceView before={live} after={draft} />
        )}
      </div>
      <DraftPreview draft={shown} />
    </div>
  );
}

/** Window sizes for the preview, in pixels. The phone is as wide as the narrowest common ones. */
const windows = {
  desktop: { width: 720, height: 700 },
  telephone: { width: 360, height: 700 },
} as const;

/** The site around the preview: colours, window, and direction of writing. */
interface Surroundings {
  readonly theme: "light" | "dark";
  readonly window: keyof typeof windows;
  readonly direction: "ltr" | "rtl";
}

/** The launcher and the chat as on a site, answering with a draft. */
export function DraftPreview({ draft }: { draft: ShownDraft }): JSX.Element {
  const { words } = useConsole();
  const text = words.agents.previewing;
  const [chosen, choose] = useState<Surroundings>({
    theme: "light",
    // On a phone, the desktop's window would be too small to read.
    window: innerWidth < windows.desktop.width ? "telephone" : "desktop",
    direction: "ltr",
  });
  const { number, problem, retry } = draft;
  const url = pageIn(draft.url);
  const isFaulty = problem?.code === "agent_file_faulty";
  const language = chosen.direction === "rtl" ? "ar" : document.documentElement.lang;

  return (
    <section class="preview" aria-label={words.agents.preview}>
      <div class="preview-bar">
        <Options
          name="theme"
          label={text.theme}
          options={text.themes}
          value={chosen.theme}
          change={(theme) => choose({ ...chosen, theme })}
        />
        <Options
          name="window"
          label={text.window}
          options={text.windows}
          value={chosen.window}
          change={(window) => choose({ ...chosen, window })}
        />
        <Options
          name="direction"
          label={text.direction}
          options={text.directions}
          value={chosen.direction}
          change={(direction) => choose({ ...chosen, direction })}
        />
      </div>
      {problem && (
        <p class={isFaulty ? "notice warn" : "notice danger"} role="status">
          {icon("alert", 16)}
          <span>{isFaulty ? text.faulty(url !== undefined) : problemText(problem, words)}</span>
          {!isFaulty && (
            <button type="button" class="button small" onClick={retry}>
              {words.common.retry}
            </button>
          )}
        </p>
      )}
      {url !== undefined ? (
        <Stage
          key={`${number} ${chosen.theme} ${chosen.window} ${language}`}
          title={text.frame}
          src={`${url}&theme=${chosen.theme}&lang=${language}`}
          {...windows[chosen.window]}
        />
      ) : (
        !problem && <SkeletonRows />
      )}
      <p class="muted">{text.about}</p>
    </section>
  );
}

/** The address of a page that shows a draft. Any other address is rejected and never framed. */
function pageIn(address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address, location.href)) return undefined;
  const { protocol, pathname, href } = new URL(address, location.href);
  return /^https?:$/.test(protocol) && pathname.endsWith("/chat/preview") ? href : undefined;
}

/** A frame of a given size, scaled down if there is not enough space. */
function Stage({
  title,
  src,
  width,
  height,
}: {
  title: string;
  src: string;
  width: number;
  height: number;
}): JSX.Element {
  const stage = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = stage.current;
    if (!element) return;
    const set = (name: string, value: string | number): void => element.style.setProperty(name, `${value}`);
    set("--width", `${width}px`);
    set("--height", `${height}px`);
    const fit = (): void => set("--scale", Math.min(1, element.clientWidth / width));
    fit();
    const watch = new ResizeObserver(fit);
    watch.observe(element);
    return () => watch.disconnect();
  }, [width, height]);
  return (
    <div class="preview-stage" ref={stage}>
      {/* Not sandboxed, because a document of the console's own origin could escape; the chat inside is. */}
      <iframe title={title} src={src} allow="clipboard-write" referrerPolicy="no-referrer" />
    </div>
  );
}

/** Options of which exactly one is selected. */
function Options<Value extends string>({
  name,
  label,
  options,
  value,
  change,
}: {
  name: string;
  label: string;
  options: Readonly<Record<Value, string>>;
  value: Value;
  change: (value: Value) => void;
}): JSX.Element {
  return (
    <fieldset class="modes">
      <legend class="unseen">{label}</legend>
      {(Object.entries(options) as [Value, string][]).map(([each, shown]) => (
        <label key={each} class={each === value ? "mode chosen" : "mode"}>
          <input
            type="radio"
            class="unseen"
            name={`preview-${name}`}
            checked={each === value}
            onChange={() => change(each)}
          />
          {shown}
        </label>
      ))}
    </fieldset>
  );
}

/** Milliseconds without a change after which the preview is updated. */
const previewDelayMs = 500;
/** A fast clock must not cause repeated requests. */
const minLifeMs = 60_000;

/** The preview of a draft. */
export interface ShownDraft {
  /** The page that shows it; `undefined` while none is ready. */
  readonly url: string | undefined;
  /** Increases whenever one draft replaces another. */
  readonly number: number;
  /** Why the newest draft is not shown. */
  readonly problem: ApiProblem | undefined;
  readonly retry: () => void;
}

/** Makes the service store a draft and answer with it, as long as it is wanted. All drafts of an hour share one key. */
export function usePreview(agentId: string, draft: string, isWanted: boolean): ShownDraft {
  const { api } = useConsole();
  const [held, setHeld] = useState<PreviewedAgent>();
  const [number, setNumber] = useState(0);
  const [problem, setProblem] = useState<ApiProblem>();
  const [round, setRound] = useState(0);
  const shown = useRef<{ draft: string; round: number }>(undefined);
  const again = (): void => setRound((before) => before + 1);

  useEffect(() => {
    if (!isWanted || (shown.current?.draft === draft && shown.current.round === round)) return;
    const gone = new AbortController();
    const show = async (): Promise<void> => {
      const body = { file: draft, ...(held && { key: held.key }) };
      const path = `agents/${encodeURIComponent(agentId)}/preview`;
      const next = await api.send<PreviewedAgent>("POST", path, { body, signal: gone.signal });
      shown.current = { draft, round };
      setHeld(next);
      setNumber((before) => before + 1);
      setProblem(undefined);
    };
    const timer = setTimeout(
      () => show().catch((thrown: unknown) => gone.signal.aborted || setProblem(asProblem(thrown))),
      shown.current ? previewDelayMs : 0,
    );
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [draft, isWanted, round]);

  useEffect(() => {
    if (!held) return;
    const left = Date.parse(held.expiresAt) - Date.now();
    const timer = setTimeout(again, left > minLifeMs ? left : minLifeMs);
    return () => clearTimeout(timer);
  }, [held?.expiresAt]);

  return { url: held?.url, number, problem, retry: again };
}
