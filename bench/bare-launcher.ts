/**
 * The minimum that could do a launcher's work: requests the configuration and draws a button that no page can restyle.
 * It opens nothing, has no `window.ServiceChat`, and handles no errors.
 */
export const bareLauncher = `{
  const { src, dataset } = document.currentScript;
  const asked = fetch(new URL("chat-bot/config", src), {
    headers: { Authorization: "Bearer " + dataset.agentKey },
    credentials: "omit",
  });
  asked.then((answer) => answer.json()).then(({ agent, branding }) => {
    const host = document.createElement("service-chat");
    const root = host.attachShadow({ mode: "closed" });
    const bubble = document.createElement("button");
    const styles = new CSSStyleSheet();
    styles.replaceSync(
      "button{position:fixed;inset:auto 20px 20px auto;width:56px;height:56px;border-radius:50%;background:" +
        branding.primaryColor + "}",
    );
    root.adoptedStyleSheets = [styles];
    bubble.ariaLabel = agent.name;
    bubble.onclick = () => {};
    root.append(bubble);
    document.body.append(host);
  });
}`;
