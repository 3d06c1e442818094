import { z } from "zod";

/** One KB is 1,024 bytes, as all limits of the service count. */
const kilobyte = 1024;
const bytesIn: Readonly<Record<string, number>> = { b: 1, kb: kilobyte, mb: kilobyte ** 2 };

const writtenSize = /^(\d{1,12}(?:\.\d{1,3})?) ?([KM]?B)$/i;

/**
 * A size of 1 byte or more, as a plain number of bytes or with its unit, such as `500KB` or `1.5 MB`. The result is
 * always the number of bytes.
 *
 * @param most in bytes
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
