import { isLoopback } from "../settings/is-loopback.ts";
import { reasonOf } from "@servicechat/contract";
import { ask } from "./ask.ts";
import type { Answer } from "./ask.ts";
import type { Check } from "./examination.ts";
import { ok, problem, warning } from "./finding.ts";
import type { Finding } from "./finding.ts";

const check = "public address";

/**
 * What browsers get at the public address: readiness, launcher, frame and their files, unchanged by anything on the
 * way.
 */
export const checkPublicAddress: Check = {
  name: check,
  run: async ({ settings: { publicUrl } }) => {
    let ready: Answer;
    try {
      ready = await ask(`${publicUrl}/readyz`);
    } catch (error) {
      return [unreachable(publicUrl, error)];
    }
    if (ready.status !== 200) return [notReady(publicUrl, ready.status)];
    const [launcher, frame] = await Promise.all([ask(`${publicUrl}/launcher.js`), ask(`${publicUrl}/chat/`)]);
    return [
      ok(check, `${publicUrl} is ready`),
      launcherFinding(launcher, await faultsOfFiles(publicUrl, launcher, /launcher\/[\w-]+\.js/g)),
      frameFinding(frame),
      ...chatFindings(await faultsOfFiles(publicUrl, frame, /chat\/assets\/[\w-]+\.\w+/g)),
    ];
  },
};

/** Reasons why a connection failed. */
const away = new Set([
  "EADDRNOTAVAIL",
  "EAI_AGAIN",
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "ETIMEDOUT",
]);

function unreachable(publicUrl: string, error: unknown): Finding {
  const isAway =
    error instanceof Error &&
    (error.name === "TimeoutError" || ("code" in error && away.has(String(error.code))));
  if (!isAway) {
    const detail = `the answer from ${publicUrl} cannot be read: ${reasonOf(error)}`;
    return problem(check, detail, "fix the TLS problem first, then check the proxy's log");
  }
  const detail = `nothing answers at ${publicUrl}: ${reasonOf(error)}`;
  // Nobody else uses a local address, so this is normal while the service is stopped.
  if (isLoopback(publicUrl)) return warning(check, detail, "start the service, then run this again");
  return problem(
    check,
    detail,
    "start the service and its proxy; check the name's DNS entry and the firewall",
  );
}

function notReady(publicUrl: string, status: number): Finding {
  const detail = `${publicUrl}/readyz answers ${status}`;
  if (status === 503)
    return problem(check, detail, "the service is stopping, or lacks something that its log names");
  if (status >= 300 && status < 400)
    return problem(check, detail, "set SERVICECHAT_PUBLIC_URL to the address this redirects to");
  if (status === 502 || status === 504)
    return problem(
      check,
      detail,
      "the proxy does not reach the service: start the service, and compare HOST and PORT",
    );
  return problem(
    check,
    detail,
    "something else answers there: compare the proxy's rules with docs/deploying.md",
  );
}

/** The files that a document refers to: a proxy with rules for single paths may forward only the document. */
async function faultsOfFiles(
  publicUrl: string,
  { body }: Answer,
  pattern: RegExp,
): Promise<readonly string[]> {
  const paths = new Set(body.match(pattern)?.map((path) => `/${path}`));
  const answers = await Promise.all(
    [...paths].map(async (path) => {
      const { status } = await ask(publicUrl + path);
      return status === 200 ? [] : [`${path} answers ${status}`];
    }),
  );
  return answers.flat();
}

function launcherFinding({ status, headers }: Answer, ofParts: readonly string[]): Finding {
  const advice = "have the proxy pass /launcher.js through unchanged, including its headers";
  const faults = [
    ...(status === 200 ? [] : [`answers ${status}`]),
    ...(/^(?:text|application)\/javascript\b/.test(headers["content-type"] ?? "")
      ? []
      : [`has the type ${headers["content-type"] ?? "none"}, which browsers will not run`]),
    ...missing(headers, {
      "x-content-type-options": /^nosniff$/,
      "cross-origin-resource-policy": /^cross-origin$/,
    }),
  ];
  if (faults.length > 0) return problem("launcher", `/launcher.js ${faults.join("; ")}`, advice);
  if (ofParts.length > 0) return problem("launcher", ofParts.join("; "), passAll);
  return ok("launcher", "is served, with its headers");
}

function chatFindings(faults: readonly string[]): readonly Finding[] {
  return faults.length === 0 ? [] : [problem("chat", faults.join("; "), passAll)];
}

const passAll = "have the proxy pass through every path, including /launcher/... and /chat/...";

function frameFinding({ status, headers }: Answer): Finding {
  const faults = [
    ...(status === 200 ? [] : [`answers ${status}`]),
    ...missing(headers, {
      // One policy, the service's own: a second one could only forbid more.
      "content-security-policy": /^default-src 'none';[^,]*; frame-ancestors [^,;]+$/,
      "x-content-type-options": /^nosniff$/,
      "referrer-policy": /^strict-origin$/,
      "permissions-policy": /camera=\(\)/,
      "cross-origin-embedder-policy": /^credentialless$/,
    }),
    ...("x-frame-options" in headers ? ["has X-Frame-Options, which keeps it out of every page"] : []),
  ];
  return faults.length === 0
    ? ok("security headers", "those of the chat's frame arrive unchanged")
    : problem(
        "security headers",
        `/chat/ ${faults.join("; ")}`,
        "do not let the proxy add, change or remove any",
      );
}

function missing(headers: Answer["headers"], wanted: Readonly<Record<string, RegExp>>): readonly string[] {
  return Object.entries(wanted).flatMap(([name, pattern]) => {
    const value = headers[name];
    if (value === undefined) return [`lacks ${name}`];
    return pattern.test(String(value)) ? [] : [`has a different ${name} from the one the service sends`];
  });
}
