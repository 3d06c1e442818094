import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect as connectHttp2 } from "node:http2";
import { connect as connectTcp } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect as connectTls } from "node:tls";
import { freePort } from "../servers/free-port.ts";
import { findProxy, type ProxyProgram } from "../support/find-proxy.ts";
import { selfSignedCertificate } from "../support/self-signed-certificate.ts";

const deploy = new URL("../../examples/deploy/", import.meta.url);
/** The name in the example files. */
const exampleHost = "chat.example.com";
/** The console's name in the examples with a separate host for it. */
const consoleHost = "console.example.com";

/** Why a proxy cannot be tested here; `undefined` if it can. */
export function whyNo(program: ProxyProgram): string | undefined {
  return findProxy(program) === undefined ? `${program} is not installed` : undefined;
}

/** A file of `examples/deploy` with some of its text replaced; each of these texts must occur. */
export function exampleFile(name: string, replaced: Readonly<Record<string, string>> = {}): string {
  let text = readFileSync(new URL(name, deploy), "utf8");
  for (const [from, to] of Object.entries(replaced)) {
    if (!text.includes(from)) throw new Error(`${name} lacks "${from}"`);
    text = text.replaceAll(from, to);
  }
  return text;
}

export interface Proxy extends AsyncDisposable {
  readonly port: number;
  /** Its certificate as PEM. */
  readonly certificate: string;
}

/**
 * The unmodified examples for nginx, except for ports and certificate, on loopback: the chat's host and the console's.
 * Several nodes are written as the example says. `check` is `nginx -t`, in a separate folder.
 */
export async function setUpNginx(...nodes: readonly number[]) {
  const folder = mkdtempSync(join(tmpdir(), "servicechat-nginx-"));
  const [port, plainPort] = [await freePort(), await freePort()];
  const { key, cert } = selfSignedCertificate([exampleHost, consoleHost]);
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write("chat.key", key);
  write("chat.pem", cert);
  const site = exampleFile("nginx.conf", {
    "server 127.0.0.1:8080;":
      nodes.length > 1
        ? nodes.map((node) => `server 127.0.0.1:${node} max_fails=0;`).join("\n")
        : `server 127.0.0.1:${nodes[0]};`,
    "listen 80;": `listen 127.0.0.1:${plainPort};`,
    "listen 443 ssl": `listen 127.0.0.1:${port} ssl`,
    "/etc/ssl/chat.example.com.pem": join(folder, "chat.pem"),
    "/etc/ssl/chat.example.com.key": join(folder, "chat.key"),
  });
  write("servicechat.conf", site);
  const consoleSite = exampleFile("console.nginx.conf", {
    "listen 80;": `listen 127.0.0.1:${plainPort};`,
    "listen 443 ssl": `listen 127.0.0.1:${port} ssl`,
    "/etc/ssl/console.example.com.pem": join(folder, "chat.pem"),
    "/etc/ssl/console.example.com.key": join(folder, "chat.key"),
  });
  write("servicechat-console.conf", consoleSite);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  );
  // Settings of a typical system nginx.conf that the site has to override: it compresses, and ignores the service's
  // request not to buffer.
  write(
    "nginx.conf",
    // Its workers use a folder that belongs to the user who runs the test.
    `${process.getuid?.() === 0 ? "user root;" : ""} daemon off; worker_processes 1; pid ${join(folder, "pid")}; error_log stderr;
     events {}
     http { access_log off; gzip on; gzip_proxied any; gzip_types text/plain text/event-stream; proxy_ignore_headers X-Accel-Buffering;
            ${temporary.join(" ")}
     include ${join(folder, "servicechat.conf")}; include ${join(folder, "servicechat-console.conf")}; }`,
  );
  const given = ["-p", folder, "-e", "stderr", "-c", join(folder, "nginx.conf")];
  return {
    check: () => spawnSync(findProxy("nginx") ?? "nginx", [...given, "-t"], { encoding: "utf8" }),
    start: () => started({ command: "nginx", given, folder, port, certificate: cert }),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/**
 * The unmodified example for Caddy, for one node or two, but without TLS, whose certificate it would request from the
 * internet.
 */
export async function startCaddy(first: number, second?: number): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), "servicechat-caddy-"));
  const port = await freePort();
  const own = { [exampleHost]: `http://127.0.0.1:${port}` };
  const site =
    second === undefined
      ? exampleFile("Caddyfile", { ...own, "127.0.0.1:8080": `127.0.0.1:${first}` })
      : exampleFile("cluster/Caddyfile", {
          ...own,
          "node-a:8080": `127.0.0.1:${first}`,
          "node-b:8080": `127.0.0.1:${second}`,
        });
  const consoleSite = exampleFile("console.Caddyfile", {
    [consoleHost]: `http://${consoleHost}:${port}`,
    "127.0.0.1:8080": `127.0.0.1:${first}`,
  });
  const file = join(folder, "Caddyfile");
  writeFileSync(file, `{\n\tadmin off\n}\n${site}\n${consoleSite}`);
  const given = ["run", "--adapter", "caddyfile", "--config", file];
  return started({ command: "caddy", given, folder, port, certificate: "" });
}

async function started({
  command,
  given,
  folder,
  port,
  certificate,
}: {
  readonly command: ProxyProgram;
  readonly given: readonly string[];
  readonly folder: string;
  readonly port: number;
  readonly certificate: string;
}): Promise<Proxy> {
  const child = spawn(findProxy(command) ?? command, given, {
    env: { ...process.env, HOME: folder },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let log = "";
  child.stderr.on("data", (chunk: Buffer) => (log += chunk.toString()));
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const isListening = () =>
    new Promise<boolean>((resolve) => {
      const socket = connectTcp(port, "127.0.0.1", () => resolve(true)).on("error", () => resolve(false));
      socket.on("connect", () => socket.destroy());
    });
  while (!(await isListening())) {
    if (child.exitCode !== null) throw new Error(`${command} ended: ${log}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    port,
    certificate,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Sends a request over HTTP/2 as a browser does, and calls `onText` with each chunk of the response as it arrives.
 * Nothing of the body is read before `readAfter`.
 */
export async function askOverHttp2(
  { port, certificate }: Proxy,
  {
    headers,
    body,
    onText = () => undefined,
    readAfter = Promise.resolve(),
  }: {
    headers: Record<string, string>;
    body?: string;
    onText?: (text: string) => void;
    readAfter?: Promise<unknown>;
  },
): Promise<Record<string, unknown>> {
  const session = connectHttp2(`https://${exampleHost}`, {
    createConnection: () =>
      connectTls({
        host: "127.0.0.1",
        port,
        servername: exampleHost,
        ca: certificate,
        ALPNProtocols: ["h2"],
      }),
  });
  try {
    return await new Promise((resolve, reject) => {
      let answered: Record<string, unknown> = {};
      const stream = session.request(headers);
      session.on("error", reject);
      stream.on("error", reject);
      stream.on("response", (answer) => (answered = { ...answer }));
      stream.pause().setEncoding("utf8").on("data", onText);
      readAfter.then(() => stream.resume(), reject);
      stream.on("end", () => resolve(answered));
      stream.end(body);
    });
  } finally {
    session.close();
  }
}
