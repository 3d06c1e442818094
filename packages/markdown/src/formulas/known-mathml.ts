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
export const isKnownElement = (name: string): boolean => elements.has(name);

/** Whether an attribute is purely presentational. */
export const isKnownAttribute = ([name, value]: readonly [string, unknown]): boolean =>
  attributes.has(name) && isPlain(value);

/** Whether a style cannot move anything out of its place. */
export const isKnownStyle = ([name, value]: readonly [string, unknown]): boolean =>
  styles.has(name) && isPlain(value);

const isPlain = (value: unknown): boolean =>
  ["string", "number", "boolean"].includes(typeof value) && plain.test(String(value));
