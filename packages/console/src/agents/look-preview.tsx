import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useConsole } from "../app/console-context.ts";
import { icon } from "../ui/icon.tsx";
import type { LookValues } from "./look-file.ts";

/** What the first screen will look like, nearly: colours, name, greeting, starters. */
export function LookPreview({ values }: { values: LookValues }): JSX.Element {
  const text = useConsole().words.agents;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.style.setProperty("--preview", values.colour);
    place.current?.style.setProperty("--on-preview", onColour(values.colour));
  }, [values.colour]);
  return (
    <section class="look-preview" ref={place} aria-label={text.preview}>
      <p class="muted">{text.previewText}</p>
      <div class="preview-frame" dir="auto">
        <header>
          <span class="preview-mark">{icon("chats", 16)}</span>
          <b>{values.name}</b>
        </header>
        <p class="preview-welcome">{values.welcome}</p>
        {values.starters.filter(Boolean).map((starter, index) => (
          <p key={index} class="preview-starter">
            {starter}
          </p>
        ))}
        <p class="preview-ask">
          {text.previewAsk}
          <span class="preview-send">{icon("send", 16)}</span>
        </p>
      </div>
    </section>
  );
}

/** Black or white, whichever can be read better on a colour (WCAG 2.2, relative luminance). */
function onColour(colour: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? "#000" : "#fff";
}
