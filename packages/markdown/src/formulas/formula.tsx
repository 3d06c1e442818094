import { h, type ComponentChild, type JSX } from "preact";
import { useMemo } from "preact/hooks";
import { cleanText } from "@servicechat/contract";
import type { MathBlock } from "../tree.ts";
import { readFormula, type FormulaElement } from "./read-formula.ts";

/** A formula as MathML, node by node; as written if it is invalid. */
export function Formula({ math }: { math: MathBlock }): JSX.Element {
  const { tex, display, text } = math;
  const formula = useMemo(() => readFormula(cleanText(tex), display), [tex, display]);
  if (!formula) return <code>{cleanText(text)}</code>;
  return (
    <span class={display ? "formula" : undefined} dir="ltr" tabIndex={display ? 0 : undefined}>
      {draw(formula)}
    </span>
  );
}

const draw = (piece: FormulaElement | string): ComponentChild =>
  typeof piece === "string"
    ? piece
    : h(piece.name, { ...piece.attributes, style: { ...piece.styles } }, ...piece.children.map(draw));
