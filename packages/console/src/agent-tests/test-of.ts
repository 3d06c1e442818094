import type { Entry } from "@servicechat/contract/admin";

/**
 * A test file with one more test at its end: the visitor's messages in a chat; the expectations are left for the
 * author. JSON is valid YAML, so nothing a visitor writes can be anything but text.
 */
export function testOf(file: string, agent: string, entries: readonly Entry[]): string {
  const said = entries.flatMap((entry) =>
    entry.type === "message" && entry.role === "user" && entry.text.trim() !== "" ? [entry.text] : [],
  );
  const [first = ""] = said;
  const start = file.trim() === "" ? `agent: ${agent}\ntests:\n` : `${file.trimEnd()}\n`;
  const name = first.replaceAll(/\s+/gu, " ").slice(0, 80);
  const turns = said.map((text) => `      - say: ${JSON.stringify(text)}\n`);
  return `${start}\n  - name: ${JSON.stringify(name)}\n    turns:\n${turns.join("")}    expect:\n      answers: true\n`;
}
