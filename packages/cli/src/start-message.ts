import type { Demo } from "./demo-agent.ts";
import { embedTag } from "./embed-tag.ts";
import type { Settings } from "./settings.ts";

interface Started {
  readonly settings: Pick<Settings, "publicUrl" | "dataDirectory">;
  /** `undefined`: its operator deleted it. */
  readonly demo: Demo | undefined;
}

/** What `serve` prints once it listens: sentences for people, one line of JSON for scripts. */
export function startMessage({ json, ...started }: Started & { readonly json: boolean }): string {
  return json ? `${JSON.stringify(startView(started))}\n` : startText(started);
}

function startView({ settings: { publicUrl, dataDirectory }, demo }: Started) {
  return {
    address: publicUrl,
    dataDirectory,
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

function startText({ settings: { publicUrl, dataDirectory }, demo }: Started): string {
  const about = [`  Data        ${dataDirectory}`];
  if (demo) about.unshift(`  Demo page   ${demoPage(publicUrl)}`, `  Answers     ${demo.answers}`);
  const tag = demo
    ? [
        "  Put the chat on a page (this key is the demo's; make your own with 'npx servicechat key create'):",
        `  ${embedTag(publicUrl, demo.guide.key)}`,
      ]
    : ["  Make a key and its tag with 'npx servicechat key create'."];
  return `${["", "ServiceChat is running.", "", ...about, "", ...tag, ""].join("\n")}\n`;
}

function demoPage(publicUrl: string): string {
  return `${publicUrl}/demo`;
}
