import { createRequire } from "node:module";
import type { RE2JS } from "re2js";
import { translatePattern, UnreadablePattern } from "./translate-pattern.ts";
import { createWorkBudget, TooMuchToCheck, type WorkBudget } from "./work-budget.ts";

const require = createRequire(import.meta.url);

/** Of all patterns of a schema together, in instructions: more take long to prepare. */
const maxInstructions = 10_000;
/** A pattern as small as this is an automaton of few states, whatever the text. */
const smallProgram = 10;

/** An object for testing texts, in the form that the schema library expects. */
interface TestedPattern {
  test(text: string): boolean;
  toString(): string;
}

/**
 * Regular expressions of one schema, decided in time that is at most linear in the length of the text. One with many
 * states may still take a microsecond or more for each character, which is spent from the budget.
 */
export function createPatternEngine(budget: WorkBudget) {
  let instructions = 0;

  function engine(pattern: string): TestedPattern {
    const compiled = compilePattern(pattern);
    const size = compiled.programSize();
    instructions += size;
    if (instructions > maxInstructions)
      throw new UnreadablePattern("more repetitions than can be checked: use maxLength for lengths");
    const perCharacter = size <= smallProgram ? 0.25 : 2 + size / 100;
    return {
      test(text) {
        budget.spend(text.length * perCharacter, "the text is too long to be checked against its pattern");
        return compiled.test(text);
      },
      toString: () => `/${pattern}/u`,
    };
  }

  // As the library takes an engine; the `code` is for compiled schemas that are written down, which none is.
  return Object.assign(engine, { code: "servicechat:re2" });
}

/**
 * Why a schema may not have a pattern; `undefined` when it may. It must be a regular expression of JavaScript, with the
 * flag `u`, that is decided in linear time.
 */
export function patternIssue(pattern: string): string | undefined {
  try {
    createPatternEngine(createWorkBudget())(pattern);
    return undefined;
  } catch (error) {
    if (error instanceof UnreadablePattern)
      return `cannot be checked in linear time: it has ${error.message}`;
    // It repeats the expression, which may be long, before it says why.
    const why = error instanceof SyntaxError ? error.message.split(": ").at(-1) : "it is too large";
    return `must be a regular expression of JavaScript, with the flag u: ${why}`;
  }
}

/**
 * Says whether texts match a pattern: `undefined` for one that is too long to be checked.
 *
 * @throws UnreadablePattern @throws SyntaxError for a pattern that `patternIssue` rejects
 */
export function createMatcher(pattern: string): (text: string) => boolean | undefined {
  const budget = createWorkBudget();
  const tested = createPatternEngine(budget)(pattern);
  return (text) => {
    budget.restart();
    try {
      return tested.test(text);
    } catch (error) {
      if (error instanceof TooMuchToCheck) return undefined;
      throw error;
    }
  };
}

/** @throws UnreadablePattern @throws SyntaxError if it is not a regular expression of JavaScript */
function compilePattern(pattern: string): RE2JS {
  new RegExp(pattern, "u");
  const translated = translatePattern(pattern);
  // Loaded with the first schema that has a pattern.
  const { RE2JS } = require("re2js") as typeof import("re2js");
  try {
    return RE2JS.compile(translated);
  } catch (error) {
    throw new UnreadablePattern(reasonOf(error), { cause: error });
  }
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : "";
  if (message.includes("repeat count")) return "more than 1,000 repetitions: use maxLength for lengths";
  if (message.includes("character class range")) return "an unknown character class";
  return "something the engine does not support";
}
