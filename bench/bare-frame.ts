import { headers, helloType, paths, welcomeType } from "@servicechat/contract";

/**
 * The minimum that could do the frame's work at its first opening, without a framework: accepts the launcher's
 * handshake, requests stored data and the agent, and draws a title, a greeting, starters and a prompt. It sends nothing,
 * follows nothing, knows one language, trusts any welcome message, and handles no errors.
 */
export const bareFrame = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Chat</title>
<style>:root{color-scheme:light dark;font:16px system-ui}</style>
<div id="chat"></div>
<script type="module">
  function kept(storage, name) {
    try { return self[storage].getItem(name) ?? ""; } catch { return ""; }
  }
  function element(name, properties, ...children) {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  }
  const draft = kept("sessionStorage", "draft");
  onmessage = ({ data, ports: [port] }) => {
    if (data.type !== "${welcomeType}") return;
    const { agent, branding } = data.config;
    const token = kept("localStorage", "token");
    document.title = agent.name;
    document.documentElement.style.setProperty("--brand", branding.primaryColor);
    const close = element("button", { type: "button", ariaLabel: "Close" }, "×");
    close.onclick = () => port.postMessage({ type: "close" });
    const prompt = element("textarea", { rows: 1, value: draft, ariaLabel: "Message" });
    const send = element("button", { disabled: true, ariaLabel: "Send" }, "↑");
    prompt.oninput = () => { send.disabled = !prompt.value.trim(); };
    const list = element("main", {}, element("h2", {}, agent.welcomeMessage ?? "How can I help?"));
    const header = element("header", {}, element("h1", {}, agent.name), close);
    document.getElementById("chat").append(header, list, element("form", {}, prompt, send));
    const asked = fetch("${paths.agent}", {
      headers: {
        Authorization: "Bearer " + data.key,
        "${headers.embedTicket}": data.ticket,
        ...(token && { "${headers.sessionToken}": token }),
      },
    });
    asked.then((answer) => answer.json()).then(({ starters = [] }) => {
      for (const starter of starters) {
        const button = element("button", { type: "button" }, starter);
        button.onclick = () => { prompt.value = starter; };
        list.append(button);
      }
    });
    port.postMessage({ type: "ready" });
    if (data.open) prompt.focus();
  };
  parent.postMessage({ type: "${helloType}" }, new URLSearchParams(location.search).get("parent"));
</script>`;
