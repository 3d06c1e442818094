import { embedTag } from "@servicechat/operations";
import type { Demo } from "../demo/demo-agent.ts";
import type { ConsoleEntry } from "../first-console-link.ts";
import type { Settings } from "../settings/settings.ts";

interface Started {
  readonly settings: Pick<Settings, "publicUrl" | "dataDirectory">;
  /** How to get into the console; `undefined` if there is none. */
  readonly console: ConsoleEntry | undefined;
  /** `undefined` if the operator deleted it. */
  readonly demo: Demo | undefined;
}

/** What `serve` prints once it listens: sentences for people, one line of JSON for scripts. */
export function startMessage({ json, ...started }: Started & { readonly json: boolean }): string {
  return json ? `${JSON.stringify(startView(started))}\n` : startText(started);
}

function startView({ settings: { publicUrl, dataDirectory }, console, demo }: Started) {
  return {
    address: publicUrl,
    dataDirectory,
    console: console ? { address: console.address, firstOwner: console.command } : null,
    demo: demo
      ? {
          agent: demo.guide.agentId,
          page: demoPage(publicUrl),
          answers: demo.answers,
          key: demo.guide.key,
          tag: embedTag(publicUrl, demo.guide.key),
          shop: demo.shop
            ? { agent: demo.shop.agentId, page: `${demoPage(publicUrl)}/shop`, key: demo.shop.key }
            : null,
        }
      : null,
  };
}

function startText({ settings: { publicUrl, dataDirectory }, console, demo }: Started): string {
  const about = [`  Data        ${dataDirectory}`];
  if (console) about.unshift(`  Console     ${consoleText(console)}`);
  if (demo) about.unshift(`  Demo page   ${demoPage(publicUrl)}`, `  Answers     ${demo.answers}`);
  const tag = demo
    ? [
        "  Add the chat to a page (this is the demo's key; create your own with 'npx servicechat key create'):",
        `  ${embedTag(publicUrl, demo.guide.key)}`,
      ]
    : ["  Create a key and its tag with 'npx servicechat key create'."];
  return `${["", "ServiceChat is running.", "", ...about, "", ...tag, ""].join("\n")}\n`;
}

function demoPage(publicUrl: string): string {
  return `${publicUrl}/demo`;
}

/** A link that signs the first owner in, or how to get one. */
function consoleText({ address, link, command }: ConsoleEntry): string {
  if (link !== undefined) return `${link} (works once, within 15 minutes)`;
  return command === null ? address : `${address} (to sign in, run '${command}')`;
}
