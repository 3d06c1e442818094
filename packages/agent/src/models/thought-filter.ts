import { createCodePosition } from "./code-position.ts";

/** Takes a model's thoughts out of its text. */
export interface ThoughtFilter {
  say(piece: string): void;
  /** Passes on what is held back only because it may turn out to be thoughts without an opening mark. */
  release(): void;
  /**
   * The text is over: what could still have become a mark was none.
   *
   * @param isCut It ended before all was said
   */
  end(isCut?: boolean): void;
}

/**
 * Whether a text may begin with thoughts that have only a closing mark: the templates of some models write the opening
 * one before the model speaks, and then no server sends it. `known`: this model does it. `possible`: it is not known yet.
 */
export type UnmarkedThoughts = "known" | "possible" | "never";

interface Dependencies {
  readonly onText: (piece: string) => void;
  readonly onThinking: () => void;
  /** `known` and `possible`: text is held back until its thoughts end, or until `release`. By default `never`. */
  readonly unmarked?: UnmarkedThoughts;
  /** Thoughts had no opening mark: this many characters of them have been passed on. */
  readonly onUnmarked?: (shown: number) => void;
}

const tags = [
  "think",
  "thinking",
  "thought",
  "thoughts",
  "reasoning",
  "antthinking",
  "ant_thinking",
  "seed:think",
];
/** Marks around thoughts, in lower case, as open models write them. */
const pairs: ReadonlyMap<string, string> = new Map([
  ...[...tags, "mm:think"].map((name) => [`<${name}>`, `</${name}>`] as const),
  ["[think]", "[/think]"],
  ["\u25c1think\u25b7", "\u25c1/think\u25b7"],
  ["<|begin_of_thought|>", "<|end_of_thought|>"],
  ["<|channel>thought", "<channel|>"],
  ["<unused94>", "<unused95>"],
]);
const closings = new Set(pairs.values());
/** The channels of gpt-oss: a header up to `message`, then a text up to one of `ends`. */
const channel = {
  begins: ["<|channel|>", "<|start|>"],
  message: "<|message|>",
  ends: ["<|end|>", "<|return|>", "<|call|>"],
};
/** The same from servers that leave out the marks, which are tokens of their own, and not the names between them. */
const bareChannel = { begins: "analysis", isBegun: /^analysis[A-Z]/, ends: "assistantfinal" };
const maxHeader = 200;
/** Blank space before a text, in characters: beyond, it is part of the text. */
const maxBlank = 10_000;

const marks = [...pairs.keys(), ...closings, ...channel.begins, channel.message, ...channel.ends];
const maxMark = Math.max(...marks.map(({ length }) => length));
const anyMark = new RegExp(marks.map((mark) => mark.replaceAll(/[[\]|]/g, String.raw`\$&`)).join("|"), "gi");
const hasSign = (text: string): boolean => /[<[\u25c1]/.test(text);

type State =
  | { readonly name: "beginning" | "speaking" }
  | { readonly name: "thinking"; readonly ends: readonly string[] }
  | { readonly name: "header"; readonly begun: string };

/**
 * Looks for thoughts everywhere in a text but in code, where an answer writes about such marks. A piece is held back only
 * while it may still become a mark, which is over with the first letter of most answers.
 */
export function createThoughtFilter({
  onText,
  onThinking,
  unmarked = "never",
  onUnmarked = () => undefined,
}: Dependencies): ThoughtFilter {
  let state: State = { name: "beginning" };
  let held = "";
  let waiting: string[] | undefined = unmarked === "never" ? undefined : [];
  /** A thought that began within a line, so far: if it never ends, its mark was only mentioned. */
  let mentioned: string | undefined;
  let shown = 0;
  let hadOpening = false;
  let isOver = false;
  let position = createCodePosition();

  function show(text: string): void {
    if (waiting) {
      waiting.push(text);
      if (unmarked === "known") onThinking();
      return;
    }
    shown += text.length;
    onText(text);
  }

  function speak(text: string): void {
    if (text === "") return;
    position.advance(text);
    show(text);
  }

  function release(): void {
    const pieces = waiting ?? [];
    waiting = undefined;
    for (const piece of pieces) show(piece);
  }

  /** Its thoughts have opening marks: nothing has to wait. */
  function open(): void {
    hadOpening = true;
    if (waiting?.every((piece) => piece.trim() === "")) waiting = undefined;
  }

  function think(ends: readonly string[], rest: string): true {
    open();
    state = { name: "thinking", ends };
    held = rest;
    onThinking();
    return true;
  }

  function goOn(name: "beginning" | "speaking", rest: string): true {
    state = { name };
    held = rest;
    return true;
  }

  /** Passes on what is before a place, and keeps the rest. */
  function keepFrom(place: number): false {
    speak(held.slice(0, place));
    held = held.slice(place);
    return false;
  }

  /** Blank space before thoughts is theirs, and what follows them begins with its first letter. */
  function begin(): boolean {
    const text = held.trimStart();
    if (!hadOpening && held.length > maxBlank) return goOn("speaking", held);
    if (!hadOpening && bareChannel.isBegun.test(text)) return think([bareChannel.ends], text);
    if (text === "" || isBeginningOfMark(text)) return false;
    if (!hadOpening && bareChannel.begins.startsWith(text)) return false;
    const isMark = anyMarkAtStart(text);
    return goOn("speaking", hadOpening || isMark ? text : held);
  }

  function findMark(): boolean {
    const scan = position.copy();
    let at = 0;
    anyMark.lastIndex = 0;
    for (let found = anyMark.exec(held); found; found = anyMark.exec(held)) {
      const [written] = found;
      scan.advance(held.slice(at, found.index));
      at = found.index;
      if (scan.isCode()) continue;
      const after = held.slice(found.index + written.length);
      const before = held.slice(0, found.index);
      if (!closings.has(written.toLowerCase()))
        return takeMark(written, { before, after, isInLine: !scan.isAtLineStart() });
      if (scan.isAfterBlank() && /^[ \t]*$/.test(after) && !isOver) return keepFrom(found.index);
      // A word of a sentence.
      if (scan.isAfterBlank() && /^[ \t]*\S/.test(after)) continue;
      return endUnmarked(before, after);
    }
    return keepFrom(beginningOfMark(held));
  }

  function takeMark(
    written: string,
    {
      before,
      after,
      isInLine,
    }: { readonly before: string; readonly after: string; readonly isInLine: boolean },
  ): boolean {
    const mark = written.toLowerCase();
    speak(before);
    const end = pairs.get(mark);
    if (end !== undefined) {
      mentioned = isInLine ? written : undefined;
      return think([end], after);
    }
    // The end of a channel says nothing itself.
    if (!channel.begins.includes(mark)) return goOn("speaking", after);
    open();
    state = { name: "header", begun: mark };
    held = after;
    return true;
  }

  /** A closing mark: without an opening one, all before it was thought. */
  function endUnmarked(before: string, after: string): true {
    if (hadOpening) speak(before);
    else {
      onThinking();
      onUnmarked(shown);
      waiting = undefined;
      shown = 0;
      position = createCodePosition();
    }
    hadOpening = true;
    return goOn("beginning", after);
  }

  function findEnd(ends: readonly string[]): boolean {
    onThinking();
    const text = held.toLowerCase();
    const [first] = ends
      .map((end) => ({ end, place: text.indexOf(end) }))
      .filter(({ place }) => place !== -1)
      .toSorted((one, other) => one.place - other.place);
    if (!first) {
      const place = Math.max(0, held.length - maxMark);
      if (mentioned !== undefined) mentioned += held.slice(0, place);
      held = held.slice(place);
      return false;
    }
    const isWithinText = mentioned !== undefined || !position.isAtLineStart();
    mentioned = undefined;
    if (channel.begins.includes(first.end)) return goOn("beginning", held.slice(first.place));
    return goOn(isWithinText ? "speaking" : "beginning", held.slice(first.place + first.end.length));
  }

  function findMessage(begun: string): boolean {
    const place = held.toLowerCase().indexOf(channel.message);
    if (place === -1 && held.length <= maxHeader) return false;
    const ends = [...channel.ends, ...channel.begins];
    if (place === -1) return think(ends, held);
    const header = begun + held.slice(0, place).toLowerCase();
    const name = /<\|channel\|>\s*(\w+)/.exec(header)?.[1] ?? "final";
    const rest = held.slice(place + channel.message.length);
    return name === "final" ? goOn("beginning", rest) : think(ends, rest);
  }

  /** Takes what is certain from `held`. @returns whether there may be more */
  function step(): boolean {
    switch (state.name) {
      case "beginning":
        return begin();
      case "speaking":
        return findMark();
      case "thinking":
        return findEnd(state.ends);
      case "header":
        return findMessage(state.begun);
    }
  }

  function takeHeld(): void {
    while (held !== "" && step());
  }

  return {
    say(piece) {
      if (piece === "") return;
      // Most pieces of most answers.
      if (state.name === "speaking" && held === "" && !hasSign(piece)) return speak(piece);
      held += piece;
      takeHeld();
    },
    release,
    end(isCut = false) {
      isOver = true;
      takeHeld();
      if (state.name === "thinking" && mentioned !== undefined && !isCut) speak(mentioned + held);
      if (state.name === "beginning") speak(hadOpening ? held.trimStart() : held);
      if (state.name === "speaking") speak(held);
      held = "";
      // Cut off while it was thinking.
      if (unmarked === "known" && isCut) waiting = undefined;
      release();
    },
  };
}

function anyMarkAtStart(text: string): boolean {
  const lower = text.slice(0, maxMark).toLowerCase();
  return marks.some((mark) => lower.startsWith(mark));
}

/** Whether all of a text may be the beginning of a mark. */
function isBeginningOfMark(text: string): boolean {
  if (text.length >= maxMark) return false;
  const lower = text.toLowerCase();
  return marks.some((mark) => mark.length > lower.length && mark.startsWith(lower));
}

/** Where the end of a text may be the beginning of a mark; its length where it cannot. */
function beginningOfMark(text: string): number {
  for (let place = Math.max(0, text.length - maxMark); place < text.length; place++)
    if (hasSign(text[place] ?? "") && isBeginningOfMark(text.slice(place))) return place;
  return text.length;
}
