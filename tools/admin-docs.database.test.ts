import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { adminTables } from "./admin-tables.ts";
import { adminPage } from "./write-admin-docs.ts";
import { withTables } from "./write-docs.ts";

test("docs/admin-api.md matches the OpenAPI document (node tools/write-admin-docs.ts writes it)", () => {
  const page = readFileSync(adminPage, "utf8");
  expect(page).toBe(withTables(page, adminTables));
  expect(page).toContain("| `GET chats` | viewer | Chats, most recent activity first. ");
  expect(page).toContain("| `last_owner` | 409 |");
});
