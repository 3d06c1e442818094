import type { JSX } from "preact";
import { cleanText } from "@servicechat/contract";
import type { MathBlock } from "../tree.ts";
import { useMarkdownSettings } from "./markdown-settings.ts";

/** A formula; as written if nothing draws formulas. */
export function MathView({ math }: { math: MathBlock }): JSX.Element {
  const { Formula } = useMarkdownSettings();
  return Formula ? <Formula math={math} /> : <code>{cleanText(math.text)}</code>;
}
