import { describe, expect, test } from "vitest";
import { parseAgentFile } from "../src/agent-file/index.ts";

const plain = { id: "acme", name: "Acme", model: { provider: "extractive" } };

describe("an agent file", () => {
  test.each([
    [5_242_880, 5_242_880],
    ["5MB", 5_242_880],
    ["5 mb", 5_242_880],
    ["1.5MB", 1_572_864],
    ["500KB", 512_000],
    ["20MB", 20_971_520],
    ["700 B", 700],
  ])("may write a size as %o, and %i bytes are read", (maxBytes, bytes) => {
    const read = parseAgentFile({ ...plain, uploads: { maxBytes } });
    expect(read).toMatchObject({ agent: { uploads: { maxBytes: bytes } } });
  });

  test.each([
    ["21MB", "must be from 1 byte to 20MB"],
    ["0.0001KB", "must be a number of bytes, or a size such as 500KB or 5MB"],
    ["0MB", "must be from 1 byte to 20MB"],
    ["5", "must be a number of bytes, or a size such as 500KB or 5MB"],
    ["5M", "must be a number of bytes, or a size such as 500KB or 5MB"],
    ["5MiB", "must be a number of bytes, or a size such as 500KB or 5MB"],
    ["-5MB", "must be a number of bytes, or a size such as 500KB or 5MB"],
    ["1,5MB", "must be a number of bytes, or a size such as 500KB or 5MB"],
    [20_971_521, "must be at most 20971520"],
    [5.5, "must be a whole number, or text"],
    [true, "must be a number, or text"],
  ])("with the size %o says what a size may be", (maxBytes, fault) => {
    const read = parseAgentFile({ ...plain, uploads: { maxBytes } });
    expect(read).toEqual({ faults: [{ path: "uploads.maxBytes", message: fault }] });
  });
});
