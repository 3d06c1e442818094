import { render } from "preact";
import { App } from "./app/app.tsx";
import { createChime } from "./app/create-chime.ts";
import { createNavigation } from "./app/navigation.ts";
import { openPreferences } from "./app/preferences.ts";
import { openSession } from "./app/session.ts";
import { takeLinkToken } from "./enter/take-link-token.ts";
import "./style/ground.css";
import "./style/controls.css";
import "./style/dialogs.css";
import "./style/page-head.css";
import "./style/shell.css";
import "./style/enter.css";
import "./style/pages.css";
import "./style/home.css";
import "./style/keys.css";
import "./style/agents.css";
import "./style/settings.css";
import "./style/gaps.css";
import "./style/answers.css";
import "./style/tests.css";
import "./style/markdown.css";
import "./style/chats.css";
import "./style/transcript.css";
import "./style/why.css";
import "./style/inbox.css";
import "./style/open-chat.css";

// Before anything is asked for: the token is in no request's referrer and, from here on, in no history.
const token = takeLinkToken(window);
const preferences = openPreferences();
const session = openSession(token);
const navigation = createNavigation();
render(
  <App session={session} navigation={navigation} preferences={preferences} playChime={createChime()} />,
  document.getElementById("console") ?? document.body,
);
