import { Ajv } from "ajv";
import { asObject, reasonOf } from "@servicechat/contract";

interface SchemaFault {
  /** From the schema on. */
  readonly steps: readonly PropertyKey[];
  readonly message: string;
}

/** How many are reported: the schema is compiled again for each. */
const maxLost = 10;

const lost = "must point to a part of this schema, such as #/$defs/address; other documents are not fetched";

/**
 * References of a JSON Schema that lead nowhere. The server's library stops at the first: that one is taken out of a
 * copy, which is tried again.
 *
 * @param schema one that fits its meta-schema
 */
export function findLostReferences(schema: Readonly<Record<string, unknown>>): readonly SchemaFault[] {
  const copy = structuredClone(schema);
  const faults: SchemaFault[] = [];
  for (;;) {
    const error = compilingFault(copy);
    if (error === undefined || faults.length >= maxLost) return faults;
    const places =
      error instanceof Ajv.MissingRefError ? [...placesOf(copy, (to) => namesIt(error, to))] : [];
    if (places.length === 0) return [...faults, { steps: [], message: otherFault(reasonOf(error)) }];
    for (const { holder, steps } of places) {
      delete holder["$ref"];
      faults.push({ steps, message: lost });
    }
  }
}

function otherFault(reason: string): string {
  if (/already exists|more than one schema/.test(reason)) return "must not have the same $id twice";
  return `must be a valid JSON Schema: ${reason}`;
}

/** The error that the server would fail with. @throws RangeError if the schema is nested too deeply */
function compilingFault(schema: object): unknown {
  try {
    // What is optimized takes time that grows with the square of a schema's length.
    new Ajv({ strict: false, validateSchema: false, logger: false, code: { optimize: false } }).compile(
      schema,
    );
    return undefined;
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return error;
  }
}

function namesIt({ message }: Error, to: string): boolean {
  return message.includes(` ${to} from id `);
}

/** Wherever a reference is made, even by an object that occurs in several places. */
function* placesOf(
  value: unknown,
  isWanted: (to: string) => boolean,
  steps: readonly PropertyKey[] = [],
): Iterable<{ readonly holder: Record<string, unknown>; readonly steps: readonly PropertyKey[] }> {
  const holder = asObject(value);
  const to = holder?.["$ref"];
  if (holder && typeof to === "string" && isWanted(to)) yield { holder, steps: [...steps, "$ref"] };
  const inside = Array.isArray(value) ? [...value.entries()] : Object.entries(holder ?? {});
  for (const [step, each] of inside) yield* placesOf(each, isWanted, [...steps, step]);
}
