import type { ModelScript, ModelStep } from "../../support/model-server.ts";

/*
 * A model that numbers its answers and their words, so that a word that is missing, duplicated or in the wrong reply is
 * detected. It draws if the visitor's message says so, and asks for a person.
 */

/** @param paces How long it waits after each word, in turn, in milliseconds */
export function numberingModel(paces: readonly number[]): ModelScript {
  let answers = 0;
  return ({ messages, tools = [] }) => {
    const number = ++answers;
    const wait = paces[number % paces.length] ?? 0;
    const last = messages.at(-1);
    // Messages that were not answered stand before it in the same message, since roles take turns.
    const text = String(last?.content).split("\n\n").at(-1) ?? "";
    const chat = /v\d+x\d+/.exec(text)?.[0];
    if (last?.role === "user" && chat !== undefined) {
      if (text.includes("draw")) return [`r${number}#0 `, { wait }, { tool: "draw", input: { chat } }];
      if (text.includes("person") && JSON.stringify(tools).includes("HandOver"))
        return [{ tool: "HandOver", input: { reason: "other", summary: "It asks." } }];
    }
    return Array.from({ length: 30 }, (_, word): ModelStep[] => [`r${number}#${word} `, { wait }]).flat();
  };
}

/** What is wrong with the numbers in a reply; `undefined` if nothing is. @param known Answers found elsewhere */
export function numberingFault(content: string, known: Set<string>): string | undefined {
  const rest = content.replace(/r\d+#\d+|\s/g, "");
  if (rest !== "") return `'${rest}' is no word of the model`;
  let answer = "";
  let next = 0;
  for (const [word, number = "", at] of content.matchAll(/r(\d+)#(\d+)/g)) {
    if (number !== answer) {
      if (known.has(number)) return `${word} is of another reply`;
      known.add(number);
      answer = number;
      next = 0;
    }
    if (Number(at) !== next++) return `${word} where #${next - 1} was to come`;
  }
  return undefined;
}
