import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { positions, styles } from "@servicechat/contract";
import { useConsole } from "../app/console-context.ts";
import { Field } from "../ui/form.tsx";
import { SkeletonRows } from "../ui/page.tsx";
import { DraftPreview } from "./draft-preview.tsx";
import type { LookFile, LookValues } from "./look-file.ts";
import type { ShownDraft } from "./use-preview.ts";

/** A form for what visitors see first, beside the chat itself. Each change is written into the file. */
export function LookTab({
  draft,
  change,
  shown,
}: {
  draft: string;
  change: (file: string) => void;
  /** The draft's preview; absent for people who may not change the agent. */
  shown: ShownDraft | undefined;
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
  const set = (changes: Partial<LookValues>): void => change(file.write(changes));

  return (
    <div class="look">
      <fieldset class="form" disabled={!shown}>
        <p class="muted">{text.lookText}</p>
        <Field label={text.name}>
          {(tied) => (
            <input
              {...tied}
              value={values.name}
              maxLength={100}
              onChange={({ currentTarget }) => set({ name: currentTarget.value })}
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
              onChange={({ currentTarget }) => set({ welcome: currentTarget.value })}
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
                onChange={({ currentTarget }) => set({ colour: currentTarget.value })}
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
              onChange={({ currentTarget }) => set({ logo: currentTarget.value.trim() })}
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
            <textarea
              {...tied}
              rows={5}
              value={values.starters.join("\n")}
              onChange={({ currentTarget }) => set({ starters: currentTarget.value.split("\n") })}
            />
          )}
        </Field>
      </fieldset>
      {shown && <DraftPreview draft={shown} />}
    </div>
  );
}
