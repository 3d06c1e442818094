import { render } from "preact";
import "./style/type.css";
import "./style/ground.css";
import "./style/controls.css";
import "./style/dialogs.css";
import "./style/page-head.css";
import "./style/shell.css";
import "./style/palette.css";
import "./style/sign-in.css";
import "./style/pages.css";
import "./style/set-up.css";
import "./style/home.css";
import "./style/charts.css";
import "./style/install.css";
import "./style/keys.css";
import "./style/agents.css";
import "./style/knowledge.css";
import "./style/new-agent.css";
import "./style/agent-settings.css";
import "./style/agent-fields.css";
import "./style/settings.css";
import "./style/audit.css";
import "./style/gaps.css";
import "./style/approved-answers.css";
import "./style/agent-tests.css";
import "./style/test-table.css";
import "./style/markdown.css";
import "./style/chats.css";
import "./style/transcript.css";
import "./style/why.css";
import "./style/inbox.css";
import "./style/inbox-desk.css";
import "./style/open-chat.css";
import { App } from "./app/app.tsx";
import { createChime } from "./app/waiting-alerts.ts";
import { createNavigation } from "./app/navigation.ts";
import { openPreferences } from "./app/preferences.ts";
import { openSession, takeLinkToken } from "./app/session.ts";
import { openClickedNotifications } from "./app/push.ts";

// Before any request: so the token is in no referrer and no longer in the history.
const token = takeLinkToken(window);
const preferences = openPreferences();
const session = openSession(token);
const navigation = createNavigation();
openClickedNotifications(navigation);
render(
  <App session={session} navigation={navigation} preferences={preferences} playChime={createChime()} />,
  document.getElementById("console") ?? document.body,
);
