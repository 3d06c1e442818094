import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { changeFile, valueIn, type FilePath } from "../agent-file/edit-file.ts";
import { icon } from "../ui/icon.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { AsItIs, Faults, useFieldWords, type SettingProps } from "./fields.tsx";
import { useFileForm } from "./form-context.tsx";

/** Something that can be added to a list. */
export interface Addition {
  readonly label: string;
  readonly make: () => unknown;
  /** Called instead of adding what `make` gives. */
  readonly ask?: () => void;
}

/** A list of things, each with its own fields: added, removed and moved. */
export function ListSetting({
  isShown = () => true,
  titleOf,
  additions,
  children,
  max = 50,
  ...setting
}: SettingProps & {
  /** Whether an item of the file's list is one of these. */
  readonly isShown?: (item: unknown) => boolean;
  readonly titleOf: (item: unknown) => string;
  readonly additions: readonly Addition[];
  readonly children: (item: unknown, path: FilePath) => ComponentChildren;
  readonly max?: number;
}): JSX.Element {
  const form = useFileForm();
  const { path } = setting;
  const { label, hint } = useFieldWords(setting);
  const value = valueIn(form.file, path);
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  const shown = list.flatMap((item, index) => (isShown(item) ? [index] : []));
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const [removed, setRemoved] = useState<{ item: unknown; index: number }>();
  const root = useRef<HTMLElement>(null);
  const focus = useRef<string>(undefined);
  useEffect(() => {
    if (focus.current === undefined) return;
    root.current?.querySelector<HTMLElement>(focus.current)?.focus();
    focus.current = undefined;
  });
  if (value !== undefined && value !== null && !Array.isArray(value))
    return (
      <section class="setting-list">
        <h3>{label}</h3>
        <AsItIs value={value} />
        <Faults path={path} />
      </section>
    );

  function move(at: number, by: number): void {
    const [from, to] = [shown[at], shown[at + by]];
    if (from === undefined || to === undefined) return;
    const next = [...list];
    [next[from], next[to]] = [next[to], next[from]];
    setOpen(new Set([...open].map((each) => (each === from ? to : each === to ? from : each))));
    const isAtEnd = at + by === (by < 0 ? 0 : shown.length - 1);
    focus.current = `[data-item="${to}"] [data-move="${isAtEnd ? -by : by}"]`;
    form.set(path, next);
  }

  function remove(index: number): void {
    setRemoved({ item: list[index], index });
    setOpen(
      new Set([...open].filter((each) => each !== index).map((each) => (each > index ? each - 1 : each))),
    );
    focus.current = ".setting-removed button";
    form.set(path, list.length === 1 ? undefined : list.toSpliced(index, 1));
  }

  function add(item: unknown): void {
    setOpen(new Set([...open, list.length]));
    setRemoved(undefined);
    focus.current = `[data-item="${list.length}"] .setting-body :is(input, select, textarea)`;
    form.edit((text) => changeFile(text, path, [...list, item]));
  }

  return (
    <section class="setting-list" aria-label={label} ref={root}>
      <h3>{label}</h3>
      {hint && <p class="hint">{hint}</p>}
      <Faults path={path} />
      <ul role="list">
        {shown.map((index, at) => (
          <Item
            key={index}
            index={index}
            title={showHidden(titleOf(list[index])) || form.words.untitled}
            path={[...path, index]}
            isOpen={open.has(index)}
            toggle={() => {
              const next = new Set(open);
              if (!next.delete(index)) next.add(index);
              setOpen(next);
            }}
            move={(by) => move(at, by)}
            isFirst={at === 0}
            isLast={at === shown.length - 1}
            remove={() => remove(index)}
          >
            {children(list[index], [...path, index])}
          </Item>
        ))}
      </ul>
      {removed && (
        <p class="setting-removed" role="status">
          <span>{form.words.removed(showHidden(titleOf(removed.item)) || form.words.untitled)}</span>
          <button
            type="button"
            class="button small"
            onClick={() => {
              focus.current = `[data-item="${removed.index}"] .setting-toggle`;
              setRemoved(undefined);
              form.set(path, list.toSpliced(removed.index, 0, removed.item));
            }}
          >
            {form.words.undo}
          </button>
        </p>
      )}
      {form.mayEdit && list.length < max && (
        <div class="setting-additions">
          {additions.map(({ label: action, make, ask }) => (
            <button key={action} type="button" class="button small" onClick={ask ?? (() => add(make()))}>
              {icon("plus", 14)}
              {action}
            </button>
          ))}
        </div>
      )}
    </section>
  );
}

function Item({
  index,
  title,
  path,
  isOpen,
  toggle,
  move,
  isFirst,
  isLast,
  remove,
  children,
}: {
  index: number;
  title: string;
  path: FilePath;
  isOpen: boolean;
  toggle: () => void;
  move: (by: number) => void;
  isFirst: boolean;
  isLast: boolean;
  remove: () => void;
  children: ComponentChildren;
}): JSX.Element {
  const form = useFileForm();
  const faults = form.faultsAt(path, true);
  return (
    <li class="setting-item" data-item={index}>
      <div class="setting-head">
        <button type="button" class="setting-toggle" aria-expanded={isOpen} onClick={toggle}>
          {icon(isOpen ? "chevron" : "forward", 15)}
          <span>{title}</span>
          {faults.length > 0 && <span class="badge bad">{faults.length}</span>}
        </button>
        {form.mayEdit && (
          <>
            <button
              type="button"
              class="icon-button"
              data-move={-1}
              disabled={isFirst}
              aria-label={form.words.moveUp(title)}
              title={form.words.moveUp(title)}
              onClick={() => move(-1)}
            >
              {icon("raise", 15)}
            </button>
            <button
              type="button"
              class="icon-button"
              data-move={1}
              disabled={isLast}
              aria-label={form.words.moveDown(title)}
              title={form.words.moveDown(title)}
              onClick={() => move(1)}
            >
              {icon("chevron", 15)}
            </button>
            <button
              type="button"
              class="icon-button"
              aria-label={form.words.remove(title)}
              title={form.words.remove(title)}
              onClick={remove}
            >
              {icon("trash", 15)}
            </button>
          </>
        )}
      </div>
      {isOpen ? (
        <div class="setting-body">
          <Faults path={path} />
          {children}
        </div>
      ) : (
        <Faults path={path} inside />
      )}
    </li>
  );
}
