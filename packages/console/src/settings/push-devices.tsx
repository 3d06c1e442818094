import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Notifications, Tested } from "@servicechat/contract/admin";
import { asProblem } from "../api/api-problem.ts";
import { useConsole } from "../app/console-context.ts";
import { readPushState, takePending, turnOffPush, turnOnPush, type PushState } from "../app/push-device.ts";
import { sayProblem } from "../ui/page.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { Time } from "../ui/time.tsx";
import { TestButton } from "./test-button.tsx";

/** The browsers in which the person who is signed in receives push messages. */
export function PushDevices({
  push,
  changed,
}: {
  push: Notifications["push"];
  changed: () => void;
}): JSX.Element {
  const { api, words, me, toast } = useConsole();
  const text = words.notifications;
  const [own, setOwn] = useState<{ readonly state: PushState; readonly id?: string }>();
  const run = (work: () => Promise<unknown>): void => {
    work().then(changed, (thrown: unknown) => {
      const problem = asProblem(thrown);
      toast.value = problem.status === 0 ? text.pushFailed : sayProblem(problem, words);
    });
  };
  const turnOn = (): void => run(() => turnOnPush(api, { key: push.key, person: me.value?.id ?? "" }));
  const remove = (id: string): void =>
    run(async () => {
      if (id === own?.id) await turnOffPush();
      await api.send("DELETE", `me/push/${encodeURIComponent(id)}`);
    });
  useEffect(() => {
    readPushState(push.devices).then(setOwn, () => setOwn({ state: "unsupported" }));
  }, [push]);
  useEffect(() => {
    if (takePending()) turnOn();
  }, []);
  return (
    <section class="section push-devices">
      <div class="section-head">
        <h2>{text.pushTitle}</h2>
        {own?.state === "off" && (
          <button type="button" class="button" onClick={turnOn}>
            {text.pushOn}
          </button>
        )}
      </div>
      <p class="section-text">{text.pushText}</p>
      {own && (own.state === "unsupported" || own.state === "blocked") && (
        <p class="section-text push-hint">{text.pushStates[own.state]}</p>
      )}
      {push.devices.length > 0 && (
        <ul class="rows" role="list">
          {push.devices.map(({ id, browser, createdAt, lastAt }) => (
            <li key={id} class="row">
              <div class="row-main">
                <span class="row-title">
                  {browser === "" ? words.settings.signIn.unknownBrowser : showHidden(browser)}
                  {id === own?.id && <span class="badge">{words.settings.signIn.thisOne}</span>}
                </span>
                <span class="row-detail">
                  <Time at={createdAt} />
                  {lastAt !== null && (
                    <>
                      {" · "}
                      {text.pushLast} <Time at={lastAt} />
                    </>
                  )}
                </span>
              </div>
              <div class="row-actions">
                <TestButton
                  label={text.pushTest}
                  run={() => api.send<Tested>("POST", `me/push/${encodeURIComponent(id)}/test`, { body: {} })}
                />
                <button type="button" class="button" onClick={() => remove(id)}>
                  {text.pushOff}
                  <span class="unseen"> {showHidden(browser)}</span>
                </button>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
