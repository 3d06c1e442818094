import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { cleanText } from "@servicechat/contract";
import { formulas } from "../later/formulas.ts";
import type { MathBlock } from "../markdown/tree.ts";
import { waitOrOnline } from "../wait-or-online.ts";

/** A formula; as it was written until what draws it has come. */
export function MathView({ math }: { math: MathBlock }): JSX.Element {
  useEffect(() => void formulas.load(waitOrOnline), []);
  const Formula = formulas.module.value?.Formula;
  return Formula ? <Formula math={math} /> : <code>{cleanText(math.text)}</code>;
}
