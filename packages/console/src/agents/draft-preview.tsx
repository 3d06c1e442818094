import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useConsole } from "../app/console-context.ts";
import { icon } from "../ui/icon.tsx";
import { SkeletonRows, sayProblem } from "../ui/page.tsx";
import type { ShownDraft } from "./use-preview.ts";

/** The windows that a draft is shown in, in pixels. A telephone's is as wide as the narrowest ones are. */
const windows = {
  desktop: { width: 720, height: 700 },
  telephone: { width: 360, height: 700 },
} as const;

/** As the site would have it: which colours, which window, which way its language is written. */
interface Surroundings {
  readonly theme: "light" | "dark";
  readonly window: keyof typeof windows;
  readonly direction: "ltr" | "rtl";
}

/** The launcher and the chat as a site would have them, answering with a draft. */
export function DraftPreview({ draft }: { draft: ShownDraft }): JSX.Element {
  const { words } = useConsole();
  const text = words.agents.previewing;
  const [chosen, choose] = useState<Surroundings>({ theme: "light", window: "desktop", direction: "ltr" });
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
          <span>{isFaulty ? text.faulty(url !== undefined) : sayProblem(problem, words)}</span>
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

/** The address of a page that shows a draft. Nothing else is ever framed, whatever stands in its place. */
function pageIn(address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address, location.href)) return undefined;
  const { protocol, pathname, href } = new URL(address, location.href);
  return /^https?:$/.test(protocol) && pathname.endsWith("/chat/preview") ? href : undefined;
}

/** A frame of a size, drawn smaller where there is no room for it. */
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
      {/* Not in a sandbox, which a document of the console's own origin could leave: the chat inside is in one. */}
      <iframe title={title} src={src} allow="clipboard-write" referrerPolicy="no-referrer" />
    </div>
  );
}

/** A few that exclude each other. */
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
