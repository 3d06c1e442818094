import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { adminPage, adminTables } from "./admin-tables.ts";
import { withTables } from "./wire-tables.ts";

test("docs/admin-api.md matches the OpenAPI document (npm run docs writes it)", () => {
  const page = readFileSync(adminPage, "utf8");
  expect(page).toBe(withTables(page, adminTables));
  expect(page).toContain("| `GET chats` | viewer | Chats, most recent activity first. ");
  expect(page).toContain("| `last_owner` | 409 |");
});
