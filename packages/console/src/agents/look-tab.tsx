import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { positions, styles } from "@servicechat/contract";
import { useConsole } from "../app/console-context.ts";
import { Field, type FieldProps } from "../ui/form.tsx";
import { SkeletonRows } from "../ui/page.tsx";
import { DraftPreview, type ShownDraft } from "./preview.tsx";
import type { LookFile, LookValues } from "./look-file.ts";

/** A form for what visitors see first, beside the chat itself. Each change is written into the file. */
export function LookTab({
  draft,
  change,
  shown,
  about,
}: {
  draft: string;
  /** Gets what makes the next draft of the latest: several fields may change before any is drawn. */
  change: (next: (file: string) => string) => void;
  /** The draft's preview; absent for people who may not change the agent. */
  shown: ShownDraft | undefined;
  /** A sentence above the form; by default, what becomes of the choices. */
  about?: string;
}): JSX.Element {
  const text = useConsole().words.agents;
  const [read, setRead] = useState<(file: string) => LookFile | undefined>();
  useEffect(() => {
    void import("./look-file.ts").then(({ readLook }) => setRead(() => readLook));
  }, []);
  if (!read) return <SkeletonRows />;
  const file = read(draft);
  if (!file) return <p class="notice warn">{text.faultyYaml}</p>;
  const { values } = file;
  const set = (changes: Partial<LookValues>): void =>
    change((latest) => read(latest)?.write(changes) ?? latest);

  return (
    <div class="look">
      <fieldset class="form" disabled={!shown}>
        <p class="muted">{about ?? text.lookText}</p>
        <Field label={text.name}>
          {(tied) => (
            <input
              {...tied}
              value={values.name}
              maxLength={100}
              onInput={({ currentTarget }) => set({ name: currentTarget.value })}
            />
          )}
        </Field>
        <Field label={text.welcome}>
          {(tied) => (
            <textarea
              {...tied}
              rows={3}
              maxLength={2000}
              value={values.welcome}
              onInput={({ currentTarget }) => set({ welcome: currentTarget.value })}
            />
          )}
        </Field>
        <Field label={text.colour} hint={text.colourHint}>
          {(tied) => (
            <div class="colour">
              <input
                {...tied}
                type="color"
                value={values.colour}
                onInput={({ currentTarget }) => set({ colour: currentTarget.value })}
              />
              <code>{values.colour}</code>
            </div>
          )}
        </Field>
        <Field label={text.logo} hint={text.logoHint} optional>
          {(tied) => (
            <input
              {...tied}
              type="url"
              value={values.logo}
              placeholder="https://"
              onInput={({ currentTarget }) => set({ logo: currentTarget.value.trim() })}
            />
          )}
        </Field>
        <Field label={text.position}>
          {(tied) => (
            <select
              {...tied}
              value={values.position}
              onChange={({ currentTarget }) => set({ position: currentTarget.value })}
            >
              {positions.map((position) => (
                <option key={position} value={position}>
                  {text.positions[position]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={text.style}>
          {(tied) => (
            <select
              {...tied}
              value={values.style}
              onChange={({ currentTarget }) => set({ style: currentTarget.value })}
            >
              {styles.map((style) => (
                <option key={style} value={style}>
                  {text.styles[style]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={text.starters} hint={text.startersHint}>
          {(tied) => (
            <StartersInput tied={tied} starters={values.starters} change={(starters) => set({ starters })} />
          )}
        </Field>
      </fieldset>
      {shown && <DraftPreview draft={shown} />}
    </div>
  );
}

/** One starter on each line. An empty line, which the file does not have, stays while it is written. */
function StartersInput({
  tied,
  starters,
  change,
}: {
  tied: Parameters<FieldProps["children"]>[0];
  starters: readonly string[];
  change: (starters: readonly string[]) => void;
}): JSX.Element {
  const [written, setWritten] = useState(starters.join("\n"));
  const isOwn = startersIn(written).join("\n") === starters.join("\n");
  return (
    <textarea
      {...tied}
      rows={5}
      value={isOwn ? written : starters.join("\n")}
      onInput={({ currentTarget }) => {
        setWritten(currentTarget.value);
        change(startersIn(currentTarget.value));
      }}
    />
  );
}

/** The starters in a text, one on each line. */
const startersIn = (text: string): readonly string[] =>
  text
    .split("\n")
    .map((each) => each.trim())
    .filter((each) => each !== "");
