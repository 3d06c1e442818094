// Run `npm run pack:embed` in the repository, then `npm install` and `npm run dev` here.
import { ServiceChat } from "@servicechat/embed/react";
import { StrictMode, useState } from "react";
import { createRoot } from "react-dom/client";

function Shop() {
  const [isWanted, setWanted] = useState(true);
  const [theme, setTheme] = useState("auto");
  const [unread, setUnread] = useState(0);
  const [state, setState] = useState("loading");

  return (
    <main>
      <h1>A shop in React</h1>
      <p>
        <button onClick={() => window.ServiceChat?.open()}>Ask us</button>
        <button onClick={() => setTheme(theme === "dark" ? "light" : "dark")}>Change the theme</button>
        <button onClick={() => setWanted(!isWanted)}>{isWanted ? "Leave" : "Come back"}</button>
      </p>
      <p>
        The chat is <output id="state">{state}</output>, with <output id="unread">{unread}</output> unread
        answers.
      </p>
      {isWanted && (
        <ServiceChat
          src="http://localhost:8080/launcher.js"
          agentKey="ak_your_key"
          theme={theme}
          onReady={() => setState("ready")}
          onOpen={() => setState("open")}
          onClose={() => setState("closed")}
          onUnread={({ count }) => setUnread(count)}
          onAction={({ kind }) => (kind === "host" ? { looksAt: "tent-2" } : undefined)}
          onFailed={(reason) => setState(`not here: ${reason.message}`)}
        />
      )}
    </main>
  );
}

createRoot(document.getElementById("page")).render(
  <StrictMode>
    <Shop />
  </StrictMode>,
);
