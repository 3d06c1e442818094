import type { ComponentChildren, JSX } from "preact";

/** Figures side by side. */
export function Tiles({ children }: { children: ComponentChildren }): JSX.Element {
  return <dl class="tiles">{children}</dl>;
}

/** One figure with its name, and how it has changed. */
export function Tile({
  name,
  value,
  change,
  hint,
}: {
  name: string;
  value: string;
  change?: ComponentChildren;
  hint?: string;
}): JSX.Element {
  return (
    <div class="tile">
      <dt>{name}</dt>
      <dd>
        {value}
        {change}
        {hint && <small>{hint}</small>}
      </dd>
    </div>
  );
}
