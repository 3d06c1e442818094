import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { cleanText } from "@servicechat/contract";
import type { MathBlock } from "@servicechat/markdown";
import { useChat } from "../context/chat-context.ts";

/** A formula; as written until the part that draws it has loaded. */
export function LazyFormula({ math }: { math: MathBlock }): JSX.Element {
  const { formulas } = useChat().lazy;
  useEffect(() => void formulas.load(), []);
  const Formula = formulas.module.value?.Formula;
  return Formula ? <Formula math={math} /> : <code>{cleanText(math.text)}</code>;
}

/** Code; without colours until the part that highlights it has loaded. */
export function LazyCode({ text, language }: { text: string; language: string }): JSX.Element {
  const { highlighting } = useChat().lazy;
  useEffect(() => void highlighting.load(), []);
  const Code = highlighting.module.value?.HighlightedCode;
  return Code ? <Code text={text} language={language} /> : <>{text}</>;
}
