import { ToolError } from "../tool-error.ts";

/** Longest address that is sent, in characters. */
const maxLength = 8000;

/** Whether a field has no value. */
export function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

/** A value as text. */
export function textOf(value: unknown): string {
  if (isAbsent(value)) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A text for an address, percent-encoded. */
export function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** A failure before anything was sent, with a reason for the model. */
export function unfit(message: string): ToolError {
  return new ToolError(message, { toldModel: `Not sent: ${message}.`, nothingSent: true });
}

/** @throws ToolError when an address, or a part of one, is longer than is sent */
export function checkLength(address: string): void {
  if (address.length > maxLength) throw unfit("the input is too long for an address");
}
