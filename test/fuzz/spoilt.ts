import fc from "fast-check";

/** One change at a position, as a fraction of the length. */
interface Spoiling {
  readonly at: number;
  readonly taken: number;
  readonly put: Uint8Array;
  readonly times: number;
}

/** What parsers have trouble with, whatever they read. */
const hostile = [
  "\0",
  "\r",
  "\n\n",
  "\r\n\r\n",
  ": ",
  "-1",
  "1e999",
  "9".repeat(40),
  '"',
  "\\u",
  "\ud800",
  "{",
  "[[[[",
  "<",
  ">",
  "&#0;",
  "<![CDATA[",
  "%00",
  "\u202e",
  "Ā",
  "__proto__",
  "null",
  "../",
  "${A}",
  "`".repeat(9),
  "*_~".repeat(9),
  "(".repeat(99),
  "--",
  "data: ",
  "\xff",
];

const put = fc.oneof(
  fc.uint8Array({ maxLength: 8 }),
  fc.constantFrom(...hostile).map((text) => new Uint8Array(Buffer.from(text))),
);
const spoiling: fc.Arbitrary<Spoiling> = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  taken: fc.oneof(fc.constant(0), fc.nat(4), fc.nat(2000)),
  put,
  times: fc.oneof({ weight: 9, arbitrary: fc.constant(1) }, fc.nat(400)),
});

/** One of these texts with a few changes: close enough to a valid one that it gets far before it fails. */
export const spoilt = (...sound: readonly (string | Uint8Array)[]): fc.Arbitrary<Buffer> =>
  fc
    .tuple(fc.constantFrom(...sound), fc.array(spoiling, { minLength: 1, maxLength: 6 }))
    .map(([text, list]) => {
      let bytes: Buffer = Buffer.from(text as string);
      for (const { at, taken, put: piece, times } of list) {
        const place = Math.floor(at * bytes.length);
        const pieces = Array.from({ length: times }, () => piece);
        bytes = Buffer.concat([bytes.subarray(0, place), ...pieces, bytes.subarray(place + taken)]);
      }
      return bytes;
    });
