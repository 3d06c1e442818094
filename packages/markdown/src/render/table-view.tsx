import type { JSX } from "preact";
import type { Block } from "../tree.ts";
import { InlineView } from "./inline-view.tsx";
import { useMarkdownSettings } from "./markdown-settings.ts";

/** A table that scrolls sideways, also with the keyboard. */
export function TableView({ table }: { table: Extract<Block, { type: "table" }> }): JSX.Element {
  const { words } = useMarkdownSettings();
  const side = (index: number): string | undefined =>
    table.align[index] ? `align-${table.align[index]}` : undefined;
  return (
    <div class="table" role="region" aria-label={words.table} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {table.head.map((cell, index) => (
              <th key={index} scope="col" class={side(index)} dir="auto">
                <InlineView inlines={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, rowIndex) => (
            <tr key={rowIndex}>
              {row.map((cell, index) => (
                <td key={index} class={side(index)} dir="auto">
                  <InlineView inlines={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
