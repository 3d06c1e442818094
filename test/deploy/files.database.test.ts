import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { readSettings } from "../../packages/cli/src/settings/settings.ts";
import type { Settings } from "../../packages/cli/src/settings/settings.ts";
import { exampleFile } from "./start-proxy.ts";

const repository = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, repository), "utf8");
const page = read("docs/deploying.md");

/** Seconds that running answers get after a stop was requested. */
function drainSeconds(): number {
  const found = /const drainMs = ([\d_]+);/.exec(read("packages/cli/src/serve.ts"));
  if (!found) throw new Error("packages/cli/src/serve.ts names no drain");
  return Number(found[1]?.replaceAll("_", "")) / 1000;
}

function secondsIn(file: string, pattern: RegExp): number {
  const found = pattern.exec(exampleFile(file));
  if (!found) throw new Error(`${file} has nothing like ${pattern}`);
  return Number(found[1]);
}

interface ComposeService {
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly depends_on?: unknown;
  readonly healthcheck?: { readonly test: readonly string[] };
}

function cluster() {
  return parse(exampleFile("cluster/compose.yaml"), { merge: true }) as {
    readonly services: Readonly<Record<string, ComposeService>>;
    readonly volumes: object;
  };
}

/** The operator's `.env` for the cluster. */
const given = {
  POSTGRES_PASSWORD: "a1b2c3",
  SERVICECHAT_SECRET: "8f3c1e5a07d94b62c8e1f03a7d5b294608f1c5e3a79d4b26c8f1e03a7d5b2964",
};

/** As compose expands it: with the given values, or the defaults after `:-`. */
function filledIn(environment: Readonly<Record<string, string>> = {}): Record<string, string> {
  const fill = (value: string) =>
    value.replaceAll(/\$\{(\w+):([-?])([^}]*)\}/g, (_all, name: string, _kind: string, otherwise: string) =>
      name in given ? given[name as keyof typeof given] : otherwise,
    );
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, fill(value)]));
}

/** The variables that the image sets. */
function imageEnvironment(): Record<string, string> {
  const [, words = ""] = /^ENV (.*)$/m.exec(exampleFile("Containerfile")) ?? [];
  return Object.fromEntries(words.split(" ").map((word) => word.split("=") as [string, string]));
}

function databaseUrl({ database }: Settings): string {
  if (database.kind !== "postgres") throw new Error("the cluster is not on PostgreSQL");
  return database.url;
}

test.each([
  ["nginx.conf", "nginx"],
  ["Caddyfile", ""],
  ["console.nginx.conf", "nginx"],
  ["console.Caddyfile", ""],
  ["servicechat.service", "ini"],
  ["compose.yaml", "yaml"],
  ["Containerfile", "dockerfile"],
  ["cluster/compose.yaml", "yaml"],
  ["cluster/Caddyfile", ""],
])("docs/deploying.md quotes %s unchanged, and links to it", (name, language) => {
  expect(page).toContain(`\`\`\`${language}\n${exampleFile(name)}\`\`\``);
  expect(page).toContain(`(../examples/deploy/${name})`);
});

test("the image is based on the pinned Node", () => {
  const { version } = JSON.parse(read("packages/cli/node/package.json")) as { version: string };
  const bases = exampleFile("Containerfile").match(/^FROM .*$/gm) ?? [];
  expect(bases).toHaveLength(2);
  for (const base of bases) expect(base).toContain(`/node:${version}-`);
});

test("the stop timeout is longer than running answers may take", () => {
  const seconds = drainSeconds();
  expect(seconds).toBeGreaterThan(0);
  expect(secondsIn("servicechat.service", /^TimeoutStopSec=(\d+)$/m)).toBeGreaterThan(seconds + 5);
  expect(secondsIn("compose.yaml", /stop_grace_period: (\d+)s$/m)).toBeGreaterThan(seconds + 5);
  expect(secondsIn("Caddyfile", /lb_try_duration (\d+)s$/m)).toBeGreaterThan(seconds + 5);
  expect(secondsIn("cluster/compose.yaml", /stop_grace_period: (\d+)s$/m)).toBeGreaterThan(seconds + 5);
  expect(secondsIn("cluster/Caddyfile", /lb_try_duration (\d+)s$/m)).toBeGreaterThan(seconds + 5);
  expect(page).toContain(`${seconds} seconds`);
});

test("the container can write only its data, and has no rights beyond its user's", () => {
  const compose = exampleFile("compose.yaml");
  expect(compose).toMatch(/^ {4}read_only: true$/m);
  expect(compose).toMatch(/^ {4}cap_drop:\n {6}- ALL$/m);
  expect(compose).toContain("no-new-privileges:true");
  const image = exampleFile("Containerfile");
  expect(image).toMatch(/^USER node$/m);
  expect(image.indexOf("USER node")).toBeLessThan(image.indexOf("ENTRYPOINT"));
});

test("the nodes of the cluster have all the settings that several nodes need, and no invalid ones", () => {
  const { services } = cluster();
  const [a, b] = [services["node-a"], services["node-b"]];
  if (!a || !b) throw new Error("there are two nodes");
  expect({ ...a, volumes: [] }).toEqual({ ...b, volumes: [] });

  const settings = readSettings({ ...imageEnvironment(), ...filledIn(a.environment) });

  expect(settings).toMatchObject({ redisUrl: "redis://redis:6379", host: "0.0.0.0", port: 8080 });
  expect(settings.secret).toHaveLength(64);
  const { hostname, username, password, pathname } = new URL(databaseUrl(settings));
  expect({ hostname, username, database: pathname.slice(1) }).toEqual({
    hostname: "postgres",
    username: services["postgres"]?.environment?.["POSTGRES_USER"],
    database: services["postgres"]?.environment?.["POSTGRES_USER"],
  });
  expect(password).toBe(given.POSTGRES_PASSWORD);
  expect(services["redis"]).toBeDefined();
});

test("the cluster starts nothing before its dependencies are healthy, and requires the secrets that nobody may guess", () => {
  const { services, volumes } = cluster();
  for (const node of ["node-a", "node-b"]) {
    expect(services[node]?.depends_on).toEqual({
      postgres: { condition: "service_healthy" },
      redis: { condition: "service_healthy" },
    });
  }
  for (const name of ["postgres", "redis"]) expect(services[name]?.healthcheck?.test[0]).toBe("CMD");
  expect(exampleFile("Containerfile")).toContain("/readyz");
  for (const name of Object.keys(given))
    expect(exampleFile("cluster/compose.yaml")).toContain(`\${${name}:?`);
  const named = Object.values(services).flatMap((service) => service.volumes ?? []);
  const kept = named.map((volume) => volume.split(":")[0] ?? "").filter((name) => !name.startsWith("."));
  expect(Object.keys(volumes).toSorted()).toEqual(kept.toSorted());
});

test("the cluster's proxy sends requests to each node at the address where it listens", () => {
  expect(exampleFile("cluster/Caddyfile")).toContain("reverse_proxy node-a:8080 node-b:8080 {");
  expect(imageEnvironment()["PORT"]).toBe("8080");
});

test("no example contains an unknown setting", () => {
  const known = read("packages/cli/src/settings/setting-variables.ts");
  const files = ["servicechat.service", "compose.yaml", "Containerfile", "cluster/compose.yaml"].map((name) =>
    exampleFile(name),
  );
  const named = files.flatMap((text) => text.match(/\bSERVICECHAT_\w+/g) ?? []);
  expect(named.length).toBeGreaterThan(2);
  for (const name of named) expect(known).toContain(`  ${name}: {`);
});
