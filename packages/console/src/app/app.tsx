import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { signal } from "@preact/signals";
import { ChooseName } from "../sign-in/choose-name.tsx";
import { ConfirmPerson } from "../sign-in/confirm-person.tsx";
import { SignInPage } from "../sign-in/sign-in-page.tsx";
import { SettleIn } from "../sign-in/settle-in.tsx";
import { ProblemView } from "../ui/page.tsx";
import { loadWords, type Words } from "./words/words.ts";
import { ConsoleProvider, type ConsoleContext } from "./console-context.ts";
import type { Navigation } from "./navigation.ts";
import type { Preferences } from "./preferences.ts";
import type { Session } from "./session.ts";
import { Shell } from "./shell.tsx";

/** The console: the sign-in page, or the pages behind it. */
export function App({
  session,
  navigation,
  preferences,
  playChime,
}: {
  session: Session;
  navigation: Navigation;
  preferences: Preferences;
  playChime: () => void;
}): JSX.Element | null {
  const words = useWords(preferences);
  const context = useMemo<ConsoleContext | undefined>(
    () =>
      words && {
        api: session.api,
        me: session.me,
        live: session.live,
        faces: session.faces,
        outbox: session.outbox,
        toast: signal(""),
        words,
        navigation,
        preferences,
        playChime,
      },
    [words],
  );
  const state = session.state.value;
  if (!context) return null;
  return (
    <ConsoleProvider value={context}>
      <Screen session={session} state={state} />
      <ConfirmPerson confirmation={session.confirmation} />
    </ConsoleProvider>
  );
}

function Screen({
  session,
  state,
}: {
  session: Session;
  state: Session["state"]["value"];
}): JSX.Element | null {
  switch (state.kind) {
    case "starting":
      return null;
    case "unreachable":
      return (
        <main class="enter unreachable">
          <h1 class="unseen">ServiceChat</h1>
          <ProblemView problem={state.problem} retry={session.retry} />
        </main>
      );
    case "naming":
      return <ChooseName session={session} />;
    case "settling":
      return <SettleIn session={session} />;
    case "signed_in":
      return <Shell session={session} />;
    case "signed_out":
    case "ended":
    case "link_rejected":
      return <SignInPage session={session} reason={state.kind} />;
  }
}

/** The dictionary of the chosen language; `undefined` until it has loaded. */
function useWords({ language }: Preferences): Words | undefined {
  const [words, setWords] = useState<Words>();
  const wanted = language.value;
  useEffect(() => {
    let isWanted = true;
    const tags = wanted === "" ? navigator.languages : [wanted];
    void loadWords(tags).then((found) => {
      if (!isWanted) return;
      document.documentElement.lang = found.lang;
      setWords(found);
    });
    return () => {
      isWanted = false;
    };
  }, [wanted]);
  return words;
}
