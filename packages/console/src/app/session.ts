import { signal, type ReadonlySignal, type Signal } from "@preact/signals";
import { includesRole, type Faces, type Me } from "@servicechat/contract/admin";
import { ApiProblem, asProblem } from "../api/api-problem.ts";
import { createApi, type Api } from "../api/create-api.ts";
import { removeDrafts } from "../inbox/drafts.ts";
import { openOutbox, type Outbox } from "../inbox/outbox/outbox.ts";
import { createConfirmation, type Confirmation } from "../sign-in/confirm-person.tsx";
import { openLiveUpdates, type LiveUpdates } from "./live-updates.ts";

/** Whether somebody is signed in, and how they did it. */
export interface Session {
  readonly api: Api;
  readonly me: Signal<Me | undefined>;
  readonly live: ReadonlySignal<LiveUpdates | undefined>;
  readonly outbox: ReadonlySignal<Outbox | undefined>;
  /** Who has a picture: its revision, by the id of the person. Empty until it is known. */
  readonly faces: Signal<ReadonlyMap<string, string>>;
  /** The state of the sign-in page. */
  readonly state: ReadonlySignal<SessionState>;
  /** Whether the person is asked to confirm their identity. */
  readonly confirmation: Confirmation;
  /** Starts the session with the response to a sign-in. */
  enter(me: Me, how: "link" | "other"): void;
  /** Goes on after the question for a name. */
  readonly named: (displayName: string) => void;
  /** Ends the offer of a passkey or a password. */
  readonly settle: () => void;
  signOut(): Promise<void>;
  /** Checks again who is signed in, after the service could not be reached. */
  readonly retry: () => void;
}

/**
 * The state of the session: `naming` asks for the name that visitors see, `settling` offers a passkey or a password to
 * somebody who came through a link.
 */
type SessionState =
  | { readonly kind: "starting" | "signed_out" | "ended" | "link_rejected" | "settling" | "signed_in" }
  | { readonly kind: "naming"; readonly next: "settling" | "signed_in" }
  | { readonly kind: "unreachable"; readonly problem: ApiProblem };

/**
 * Finds out who is signed in: from a sign-in link, else from this browser's session.
 *
 * @param token the sign-in link's token
 */
export function openSession(token: string | undefined): Session {
  const me = signal<Me | undefined>(undefined);
  const live = signal<LiveUpdates | undefined>(undefined);
  const outbox = signal<Outbox | undefined>(undefined);
  const faces = signal<ReadonlyMap<string, string>>(new Map());
  const state = signal<SessionState>({ kind: "starting" });
  const confirmation = createConfirmation();
  const onEnd = (): void => {
    if (me.peek()) leave("ended");
  };
  const api = createApi(new URL("/console/api/", location.origin), onEnd, confirmation.ask);

  function leave(kind: "ended" | "signed_out"): void {
    live.peek()?.close();
    live.value = undefined;
    outbox.peek()?.close();
    outbox.value = undefined;
    confirmation.end(false);
    me.value = undefined;
    faces.value = new Map();
    state.value = { kind };
  }
  function enter(entered: Me, how: "link" | "other"): void {
    live.peek()?.close();
    live.value = openLiveUpdates(api);
    outbox.peek()?.close();
    outbox.value = openOutbox(api, entered.id);
    me.value = entered;
    // Without pictures there are initials.
    void readFaces().catch(() => undefined);
    const hasNothing = !entered.password && entered.passkeys === 0;
    const next = how === "link" && hasNothing ? "settling" : "signed_in";
    state.value = needsName(entered, how) ? { kind: "naming", next } : { kind: next };
  }
  async function readFaces(): Promise<void> {
    const { items } = await api.get<Faces>("faces");
    faces.value = new Map(items.map(({ operator, revision }) => [operator, revision]));
  }
  async function start(): Promise<void> {
    try {
      if (token !== undefined) enter(await api.send<Me>("POST", "sign-in/link", { body: { token } }), "link");
      else enter(await api.get<Me>("me"), "other");
    } catch (thrown) {
      const problem = asProblem(thrown);
      if (problem.code === "link_rejected") state.value = { kind: "link_rejected" };
      else if (problem.status === 401) state.value = { kind: "signed_out" };
      else state.value = { kind: "unreachable", problem };
    }
  }

  void start();
  return {
    api,
    me,
    live,
    outbox,
    faces,
    state,
    confirmation,
    enter,
    named(displayName) {
      if (me.value) me.value = { ...me.value, displayName, named: true };
      const { value } = state;
      if (value.kind === "naming") state.value = { kind: value.next };
    },
    settle() {
      state.value = { kind: "signed_in" };
    },
    async signOut() {
      await api.send("POST", "sign-out");
      if (me.value) removeDrafts(me.value.id);
      leave("signed_out");
    },
    retry() {
      state.value = { kind: "starting" };
      void start();
    },
  };
}

/**
 * Whether somebody who may write to visitors is asked for the name that these see: at the first sign-in, and whenever it
 * would be the name that the first owner is given.
 */
function needsName({ kind, role, named, name }: Me, how: "link" | "other"): boolean {
  if (kind !== "operator" || named !== false || !includesRole(role, "responder")) return false;
  return how === "link" || name === firstOwner;
}

/** What `servicechat console link` calls the first owner. No visitor should read it. */
export const firstOwner = "owner";

/**
 * Removes the token of a sign-in link from the URL, so that it is neither in the history nor on the screen. `undefined`
 * if there is none.
 */
export function takeLinkToken({
  location,
  history,
}: Pick<Window, "location" | "history">): string | undefined {
  const found = /^#link=(.+)$/.exec(location.hash);
  if (!found) return undefined;
  history.replaceState(undefined, "", location.pathname + location.search);
  return found[1];
}
