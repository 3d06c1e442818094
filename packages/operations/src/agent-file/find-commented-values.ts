import { isCollection, isPair, isScalar, isSeq, visit } from "yaml";
import type { Document, Node, Pair, YAMLSeq } from "yaml";
import { pathText } from "@servicechat/contract/agent-file";

/** A value that begins with `#` and has no quotes, such as a colour: YAML takes it for a comment, and its field for empty. */
interface CommentedValue {
  /** Such as `branding.primaryColor`. */
  readonly path: string;
  /** The intended value, with its `#`. */
  readonly value: string;
  /** Where it begins in the text. */
  readonly offset: number;
  /** Whether it is within brackets or braces, which it then keeps from being closed. */
  readonly inFlow: boolean;
}

/** A real comment has a space after its `#`, or is on a separate line. */
const meantAsValue = /[ \t]*(#[^\s#].*)/y;

/** Those of a document, which may have faults. */
export function findCommentedValues(document: Document, text: string): readonly CommentedValue[] {
  const found: CommentedValue[] = [];
  const places = new Map<YAMLSeq, ReadonlyMap<unknown, number>>();
  /** The index of an entry in its list. All of a list are noted at once: there may be many to find in it. */
  const placeIn = (list: YAMLSeq, entry: unknown): number => {
    const known = places.get(list) ?? new Map(list.items.map((item, index) => [item, index]));
    places.set(list, known);
    return known.get(entry) ?? -1;
  };
  visit(document, {
    Scalar(key, scalar, ancestors) {
      if (key === "key" || scalar.source !== "" || !scalar.range) return;
      const [offset] = scalar.range;
      meantAsValue.lastIndex = offset;
      const meant = meantAsValue.exec(text)?.[1];
      if (meant === undefined) return;
      found.push({
        path: pathText(stepsTo([...ancestors, scalar], placeIn)),
        value: withoutComment(meant),
        offset,
        inFlow: ancestors.some((ancestor) => isCollection(ancestor) && ancestor.flow === true),
      });
    },
  });
  return found;
}

/** A comment after a value follows a space. */
function withoutComment(text: string): string {
  const comment = text.search(/\s#/);
  return (comment === -1 ? text : text.slice(0, comment)).trimEnd();
}

function stepsTo(
  line: readonly (Document | Node | Pair)[],
  placeIn: (list: YAMLSeq, entry: unknown) => number,
): readonly PropertyKey[] {
  return line.flatMap((ancestor, index): readonly PropertyKey[] => {
    if (isSeq(ancestor)) return [placeIn(ancestor, line[index + 1])];
    return isPair(ancestor) && isScalar(ancestor.key) ? [String(ancestor.key.value)] : [];
  });
}
