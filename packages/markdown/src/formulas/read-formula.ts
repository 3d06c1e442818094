import temml from "temml";

/** A node of a formula in MathML. */
export interface FormulaElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly styles: Readonly<Record<string, string>>;
  readonly children: readonly (FormulaElement | string)[];
}

/** Longer formulas and deeper trees than any answer needs are left as written. */
const maxLength = 2000;
const deepest = 100;

/** The one function used here, which has no name in the types of every module system. */
interface TreeMaker {
  readonly __renderToMathMLTree: (tex: string, options: object) => unknown;
}

/** The library's result for TeX: an element with a `type`, a text, or only a list of children. */
interface TreeNode {
  readonly type?: unknown;
  readonly text?: unknown;
  readonly attributes?: unknown;
  readonly style?: unknown;
  readonly children?: unknown;
}

/**
 * Converts a formula from TeX to MathML: only known elements, attributes and styles, so a formula can neither link
 * anywhere nor load anything. `undefined` if it is not a formula.
 */
export function readFormula(tex: string, display: boolean): FormulaElement | undefined {
  if (tex.length > maxLength) return undefined;
  try {
    const { __renderToMathMLTree: makeTree } = temml as unknown as TreeMaker;
    const tree = makeTree(tex, {
      displayMode: display,
      throwOnError: true,
      trust: false,
      maxSize: [20, 20],
      maxExpand: 100,
    });
    const [root] = read(tree, 0);
    return typeof root === "object" ? root : undefined;
  } catch {
    return undefined;
  }
}

function read(value: unknown, depth: number): (FormulaElement | string)[] {
  if (depth > deepest) throw new Error("The formula is too deep.");
  const { type, text, attributes, style, children } = asNode(value);
  if (typeof text === "string") return [text];
  const inner = Array.isArray(children) ? children.flatMap((child) => read(child, depth + 1)) : [];
  if (typeof type !== "string" || !isKnownElement(type)) return inner;
  return [
    {
      name: type,
      attributes: known(attributes, isKnownAttribute),
      styles: known(style, isKnownStyle),
      children: inner,
    },
  ];
}

function known(
  fields: unknown,
  isKnown: (field: readonly [string, unknown]) => boolean,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(asNode(fields))
      .filter(isKnown)
      .map(([name, value]) => [name, String(value)]),
  );
}

const asNode = (value: unknown): TreeNode => (typeof value === "object" && value !== null ? value : {});

const elements = new Set(
  (
    "math mrow mi mn mo ms mtext mspace mfrac msqrt mroot mstyle merror mpadded mphantom menclose " +
    "msub msup msubsup munder mover munderover mmultiscripts mprescripts none mtable mtr mtd"
  ).split(" "),
);

const attributes = new Set(
  (
    "display displaystyle scriptlevel mathvariant mathcolor mathbackground stretchy fence separator form lspace rspace " +
    "minsize maxsize symmetric largeop movablelimits accent accentunder linethickness columnalign rowalign rowspacing " +
    "columnspacing columnlines rowlines columnspan rowspan width height depth voffset notation"
  ).split(" "),
);

const styles = new Set(
  (
    "textAlign paddingLeft paddingRight paddingTop paddingBottom padding borderTop borderBottom borderLeft borderRight " +
    "mathDepth mathStyle fontWeight fontStyle width"
  ).split(" "),
);

/** Words, numbers, lengths and colours; nothing that could be an address. */
const plain = /^[\w\s.,%#+-]{0,80}$/;

/** Whether a name is a purely presentational MathML element. */
const isKnownElement = (name: string): boolean => elements.has(name);

/** Whether an attribute is purely presentational. */
const isKnownAttribute = ([name, value]: readonly [string, unknown]): boolean =>
  attributes.has(name) && isPlain(value);

/** Whether a style cannot move anything out of its place. */
const isKnownStyle = ([name, value]: readonly [string, unknown]): boolean =>
  styles.has(name) && isPlain(value);

const isPlain = (value: unknown): boolean =>
  ["string", "number", "boolean"].includes(typeof value) && plain.test(String(value));
