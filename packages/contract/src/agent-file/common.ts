import { z } from "zod";

/** The id of an agent or action. */
export const id = z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/, "use a-z, 0-9 and '-', up to 64 characters");

/** A text that is not blank: spaces around it do not count, so that no button is empty and no message is refused later. */
export const telling = (maxLength: number) => z.string().trim().min(1).max(maxLength);

/** An absolute address with neither user nor password. */
export const httpAddress = z
  .string()
  .max(2000)
  .refine((value) => /^https?:\/\//i.test(value) && URL.canParse(value), "must be an http or https address")
  // It would be stored, and shown again: secrets are variables of the environment. Requests would not send it either.
  .refine((value) => !namesAUser(value), "must not have a user or password in it");

function namesAUser(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { username, password } = new URL(address);
  return username !== "" || password !== "";
}

/** The name of a variable of the environment, which holds what the file must not. */
export const variableName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "must be the name of an environment variable");

/**
 * A schema for an input. Only its type is checked here: the reader of the file checks the rest (`find-schema-faults`).
 */
export const jsonSchema = z.record(z.string(), z.unknown()).refine((schema) => schema["type"] === "object", {
  message: "must be a JSON Schema with type: object",
});

/**
 * Says of each entry of a list that takes a name which an earlier one has. Looks at whatever was written, so that a
 * fault elsewhere in the list hides none of these.
 *
 * @param nameOf the name of an entry, or `undefined`
 */
export function uniqueBy<Schema extends z.ZodType<readonly unknown[]>>(
  schema: Schema,
  field: string,
  nameOf: (entry: unknown) => unknown = (entry) => (entry as Record<string, unknown> | null)?.[field],
): Schema {
  return schema.superRefine(
    (entries, context) => {
      const names = new Set<unknown>();
      for (const [index, name] of entries.map(nameOf).entries()) {
        if (typeof name === "string" && names.has(name))
          context.addIssue({
            code: "custom",
            message: `'${name}' is used twice`,
            path: [index, field],
            input: name,
          });
        names.add(name);
      }
    },
    { when: ({ value }) => Array.isArray(value) },
  );
}

/** One KB is 1,024 bytes, as all limits of the service count. */
const kilobyte = 1024;
const bytesIn: Readonly<Record<string, number>> = { b: 1, kb: kilobyte, mb: kilobyte ** 2 };

const writtenSize = /^(\d{1,12}(?:\.\d{1,3})?) ?([KM]?B)$/i;

/**
 * A size of 1 byte or more, as a plain number of bytes or with its unit, such as `500KB` or `1.5 MB`. The result is
 * always the number of bytes.
 *
 * @param max in bytes
 */
export function sizeUpTo(max: number) {
  const bytes = z.int().min(1).max(max);
  const written = z
    .string()
    .regex(writtenSize, "must be a number of bytes, or a size such as 500KB or 5MB")
    .transform(bytesOf)
    .pipe(
      z.int().refine((size) => size >= 1 && size <= max, `must be from 1 byte to ${max / kilobyte ** 2}MB`),
    );
  return z.union([bytes, written]);
}

function bytesOf(text: string): number {
  const [, amount, unit = ""] = writtenSize.exec(text) ?? [];
  return Math.floor(Number(amount) * (bytesIn[unit.toLowerCase()] ?? 0));
}
