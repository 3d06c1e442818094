import { expect, test } from "vitest";
import { checksOfConsole } from "../src/doctor/checks.ts";
import { createServiceExamination } from "../src/doctor/examine-service.ts";
import { openServices } from "../src/open-services.ts";
import { readSettings } from "../src/settings/settings.ts";
import { newOperator, smallAgent } from "./run-program.ts";

/** A service that checks itself, by a clock that the test sets; nobody answers at its address. */
async function openExamined({ hasMemory = true }: { readonly hasMemory?: boolean } = {}) {
  const stack = new AsyncDisposableStack();
  const operator = stack.use(await newOperator());
  await operator.run("agent", "apply", await operator.write("shop.yaml", smallAgent));
  const settings = readSettings({ SERVICECHAT_PUBLIC_URL: "http://127.0.0.1:9" }, operator.folder);
  const services = stack.use(await openServices(settings, { log: { warn: () => {} }, mayCreate: true }));
  const state = { now: Date.now(), looks: 0, isBroken: false };
  const { keyValues } = services.storage;
  const save: typeof keyValues.save = async (name, value) => {
    state.looks++;
    if (state.isBroken) throw new Error("The disk is full.");
    await keyValues.save(name, value);
  };
  const storage = { ...services.storage, keyValues: { ...keyValues, save } };
  const examine = createServiceExamination({
    settings,
    services: { ...services, storage, ...(!hasMemory && { usualEmbeddings: undefined }) },
    now: () => state.now,
  });
  return { state, examine, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

test("a service checks itself once a minute, however many people ask", async () => {
  await using service = await openExamined();
  const { state, examine } = service;
  const [first, second] = await Promise.all([examine(), examine()]);
  expect(second).toBe(first);
  expect(first).toContainEqual(expect.objectContaining({ check: "database", status: "ok" }));
  const looks = state.looks;
  state.now += 59_999;
  expect(await examine()).toBe(first);
  expect(state.looks).toBe(looks);
  state.now += 1;
  const later = await examine();
  expect(later).not.toBe(first);
  expect(state.looks).toBe(2 * looks);
  // Setting the clock back must not keep old findings for longer.
  state.now -= 3_600_000;
  expect(await examine()).not.toBe(later);
});

test("what cannot be checked is a problem beside all other findings, and no chat is started", async () => {
  await using service = await openExamined();
  service.state.isBroken = true;
  const findings = await service.examine();
  expect(findings).toContainEqual(expect.objectContaining({ check: "database", status: "problem" }));
  const names = new Set(findings.map(({ check }) => check));
  expect(names.size).toBeGreaterThan(4);
  expect(names).not.toContain("streaming");
  expect(checksOfConsole.map(({ name }) => name)).not.toContain("streaming");
});

test("that documents are searched by words alone for want of memory is a warning with the agents that it concerns", async () => {
  await using service = await openExamined({ hasMemory: false });
  const about = (await service.examine()).filter(({ check }) => check === "search by meaning");
  expect(about).toMatchObject([{ status: "warning", detail: expect.stringMatching(/memory .* for shop$/) }]);
  await using roomy = await openExamined();
  expect((await roomy.examine()).map(({ check }) => check)).not.toContain("search by meaning");
});
