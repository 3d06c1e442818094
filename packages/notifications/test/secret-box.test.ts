import { createSecretBox } from "@servicechat/notifications";
import { expect, test } from "vitest";

test("a sealed secret opens for what it was sealed for, with the same secret of the service, and nothing shows of it", () => {
  const box = createSecretBox("the service's own");
  const sealed = box.seal("whsec_known", "wh_1");
  expect(sealed).not.toContain("known");
  expect(box.seal("whsec_known", "wh_1")).not.toBe(sealed);
  expect(createSecretBox("the service's own").open(sealed, "wh_1")).toBe("whsec_known");
  expect(() => box.open(sealed, "wh_2")).toThrow();
  expect(() => createSecretBox("another").open(sealed, "wh_1")).toThrow();
  const at = sealed.length - 5;
  const changed = `${sealed.slice(0, at)}${sealed[at] === "A" ? "B" : "A"}${sealed.slice(at + 1)}`;
  expect(() => box.open(changed, "wh_1")).toThrow();
  for (const none of ["", "v1.", "v1.AAAA", "v2.".concat(sealed.slice(3))])
    expect(() => box.open(none, "wh_1")).toThrow();
});

test("a hash is the same for the same text and context, and another without the secret of the service", () => {
  const box = createSecretBox("the service's own");
  const hash = box.hash("ada@home.example", "mailed address");
  expect(createSecretBox("the service's own").hash("ada@home.example", "mailed address")).toBe(hash);
  expect(box.hash("ada@home.example", "another")).not.toBe(hash);
  expect(createSecretBox("another").hash("ada@home.example", "mailed address")).not.toBe(hash);
});
