import type { ComponentChildren, JSX } from "preact";

/** Figures side by side. */
export function Tiles({ children }: { children: ComponentChildren }): JSX.Element {
  return <dl class="tiles">{children}</dl>;
}

/** One figure with its name. */
export function Tile({ name, value, hint }: { name: string; value: string; hint?: string }): JSX.Element {
  return (
    <div class="tile">
      <dt>{name}</dt>
      <dd>
        {value}
        {hint && <small>{hint}</small>}
      </dd>
    </div>
  );
}
