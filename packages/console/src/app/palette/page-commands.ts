import { commandLine, quoted } from "../../ui/command-line.ts";

/** Commands by the first two segments of a page's path; `*` is the id of what the page shows. */
const commands: Readonly<Record<string, string>> = {
  chats: "session list",
  "chats/*": "session show *",
  inbox: "session list --address",
  gaps: "gap list",
  "gaps/*": "gap show *",
  answers: "knowledge answers list AGENT",
  "answers/new": "knowledge answers import AGENT FILE",
  "answers/*": "knowledge answers export AGENT FOLDER",
  agents: "agent list",
  "agents/new": "agent apply FILE",
  "agents/*": "agent show *",
  "agents/*/settings": "agent apply FILE",
  "agents/*/look": "agent apply FILE",
  "agents/*/file": "agent pull * FILE",
  "agents/*/knowledge": "knowledge push * FOLDER",
  "agents/*/versions": "agent versions *",
  "agents/*/install": "key list --agent *",
  tests: "agent test FILE",
  "tests/*": "agent test FILE --keep",
  usage: "usage --by day",
  keys: "key list",
  "settings/people": "operator list",
  "settings/sign-in": "console link",
  "settings/tokens": "token list",
  "settings/webhooks": "webhook list",
  "settings/letter": "letter show",
  "settings/privacy": "session erase ID",
  "settings/audit": "audit",
  "settings/health": "doctor",
};

/** The command that does what a page does, ready to be pasted; `undefined` where none does. */
export function commandOfPage(path: string): string | undefined {
  const [first = "", second, third] = path.split("/");
  const id = second === undefined ? "" : decodeURIComponent(second);
  const command =
    second === undefined
      ? commands[first]
      : (commands[`${first}/${second}`] ??
        (third === undefined ? undefined : commands[`${first}/*/${third}`]) ??
        commands[`${first}/*`]);
  return command === undefined ? undefined : commandLine(command.replace("*", () => quoted(id)));
}
