import type { JSX } from "preact";
import { useChat } from "../context/chat-context.ts";

/**
 * Values as a list in a sentence. Each is isolated, so that one written from right to left does not reverse the order of
 * the others.
 */
export function IsolatedList({ values }: { values: readonly string[] }): JSX.Element {
  const { words } = useChat();
  // A single one has the direction of the line for itself.
  if (values.length === 1) return <>{values[0]}</>;
  const parts = new Intl.ListFormat(words.lang).formatToParts(values);
  return (
    <>{parts.map(({ type, value }, at) => (type === "element" ? <bdi key={at}>{value}</bdi> : value))}</>
  );
}
