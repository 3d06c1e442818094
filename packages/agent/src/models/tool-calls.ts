import { asObject } from "@servicechat/contract";
import type { ToolCall } from "@servicechat/contract";
import { parseJson } from "../json.ts";

/** A tool call while its pieces arrive. */
interface OpenCall {
  readonly index: number | undefined;
  id: string;
  name: string;
  /** Text pieces joined; an object where the server sent one. */
  written: string | object;
}

/** One piece of a call. Servers leave out any of it. */
interface CallPiece {
  readonly index: unknown;
  readonly id: string;
  readonly name: string;
  /** Text, an object, or nothing. */
  readonly written: unknown;
}

/**
 * Puts the pieces of tool calls together, whichever of index, id and name a server sends with them:
 *
 * - A known id chooses its call, otherwise a number does, otherwise the call that the last piece was about.
 * - A new id begins a call, and so does a name where the call before has another one, or is complete.
 * - An object is a whole call's arguments.
 *
 * A piece that fits nowhere means that others of the round may be missing too: then no call runs whose arguments are
 * empty or could not be read.
 */
export function gatherCalls() {
  const calls: OpenCall[] = [];
  let current: OpenCall | undefined;
  let hasStrays = false;

  function choose({ id, name }: CallPiece, index: number | undefined): OpenCall | undefined {
    const withId = id === "" ? undefined : calls.findLast((call) => call.id === id);
    const isAnother =
      name !== "" && index !== undefined && withId?.index !== undefined && withId.index !== index;
    if (withId && !isAnother) return withId;
    if (index !== undefined) return calls.findLast((call) => call.index === index);
    return current;
  }

  /** Whether a piece is the first of a call, and not one of `known`. */
  function begins(known: OpenCall | undefined, { id, name, written }: CallPiece): boolean {
    if (!known) return true;
    if (id !== "" && known.id !== "" && id !== known.id) return true;
    if (name === "" || known.name === "") return false;
    if (name !== known.name && (id === "" || known.id === "")) return true;
    return isComplete(known.written) && known.written !== "{}" && !isNothing(written);
  }

  function add(call: OpenCall, written: unknown): void {
    if (isNothing(written)) return;
    if (typeof written !== "string") {
      // As a whole: what came before was of another call.
      if (!isNothing(call.written)) hasStrays = true;
      call.written = written as object;
    } else if (typeof call.written === "string") {
      // Some servers begin every call with an empty object.
      call.written = call.written === "{}" && written.trim() !== "" ? written : call.written + written;
    } else if (written.trim() !== "") {
      hasStrays = true;
    }
  }

  return {
    take(piece: CallPiece): void {
      const index = typeof piece.index === "number" ? piece.index : undefined;
      let call = choose(piece, index);
      // Some servers end with the whole call once more.
      if (call && piece.id !== "" && piece.id === call.id && isSame(call.written, piece.written)) return;
      if (!call || begins(call, piece)) {
        if (piece.name === "" && piece.id === "") {
          hasStrays ||= !isNothing(piece.written);
          if (!call) return;
        } else {
          call = { index, id: piece.id, name: piece.name, written: "" };
          calls.push(call);
        }
      }
      call.name ||= piece.name;
      call.id ||= piece.id;
      add(call, piece.written);
      current = call;
    },

    /** A piece arrived of a call that never began. */
    miss(): void {
      hasStrays = true;
    },

    calls(): readonly ToolCall[] {
      const named = calls.filter(({ name }) => name !== "");
      const isDoubtful =
        hasStrays ||
        named.length < calls.length ||
        named.some(({ written }) => parseArguments(written) === undefined);
      return named.map(({ id, name, written }) => ({
        id,
        name,
        input: isDoubtful && isNothing(written) ? undefined : parseArguments(written),
      }));
    },
  };
}

/** Whether arguments that are whole come again. */
function isSame(known: OpenCall["written"], written: unknown): boolean {
  if (isNothing(written) || !isComplete(known)) return false;
  return JSON.stringify(parseArguments(known)) === JSON.stringify(parseArguments(written));
}

/** Whether arguments are whole. */
function isComplete(written: OpenCall["written"]): boolean {
  return typeof written !== "string" || asObject(parseJson(written)) !== undefined;
}

function isNothing(written: unknown): boolean {
  return written === undefined || written === null || written === "";
}

/** Deepest arguments: deeper ones can be read, but not written again without an end of the stack. */
const maxDepth = 100;

/**
 * A tool call's arguments as a model wrote them: usually JSON text, from some servers an object, from some JSON inside
 * JSON. No arguments, however that is written, are `{}`; `undefined` if they are not a JSON object.
 */
export function parseArguments(written: unknown): unknown {
  const value = unwrapped(unwrapped(written));
  if (value === undefined || value === null || value === "") return {};
  if (Array.isArray(value)) return value.length === 0 ? {} : undefined;
  const fields = asObject(value);
  return fields && depthOf(fields) <= maxDepth ? fields : undefined;
}

/** The value of a JSON text. Other text stays text, which is not accepted as arguments. */
function unwrapped(value: unknown): unknown {
  if (typeof value !== "string") return value;
  return value.trim() === "" ? "" : (parseJson(value) ?? (value.trim() === "null" ? null : value));
}

/** How deep lists and objects are nested, at most one more than is allowed. */
function depthOf(value: object): number {
  let level: readonly object[] = [value];
  for (let depth = 1; ; depth++) {
    level = level.flatMap((each) =>
      Object.values(each).filter((inner) => typeof inner === "object" && inner !== null),
    );
    if (level.length === 0 || depth > maxDepth) return depth;
  }
}
