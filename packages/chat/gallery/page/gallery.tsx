import { render, type JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { GalleryState } from "../state.ts";
import { galleryGroups, galleryStates } from "../states.ts";
import { queryOf, readLook, sizeOf, type Look } from "./look.ts";
import { showState } from "./show-state.ts";
import { Switches } from "./switches.tsx";
import "./gallery.css";

/** The fragment's, if there is one: its state is replaced without loading this page again. */
const readQuery = (): URLSearchParams => new URLSearchParams(location.hash.slice(1) || location.search);

/** All states side by side, below the switches. */
function Gallery(): JSX.Element {
  const [look, setLook] = useState(readLook(new URLSearchParams(location.search)));
  const change = (changes: Partial<Look>): void => {
    const next = { ...look, ...changes };
    history.replaceState(undefined, "", `?${queryOf(next)}`);
    setLook(next);
  };
  return (
    <div class="gallery" data-theme={look.theme}>
      <header>
        <h1>ServiceChat gallery</h1>
        <p>{galleryStates.length} states, each the real chat in front of recorded answers.</p>
        <Switches look={look} change={change} />
        <nav aria-label="Groups of states">
          {galleryGroups.map(({ title }) => (
            <a key={title} href={`#${idOf(title)}`}>
              {title}
            </a>
          ))}
        </nav>
      </header>
      {galleryGroups.map(({ title, states }) => (
        <section key={title} id={idOf(title)}>
          <h2>{title}</h2>
          <ul>
            {states.map((state) => (
              <li key={state.name}>
                <Card state={state} look={look} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Card({ state, look }: { state: GalleryState; look: Look }): JSX.Element {
  const [width, height] = sizeOf(state, look);
  return (
    <figure style={{ width: `${width}px` }}>
      <figcaption>
        <a href={addressOf(state, look)}>{state.name}</a> {state.title}
      </figcaption>
      <iframe
        title={state.name}
        loading="lazy"
        src={addressOf(state, look)}
        style={{ height: `${height}px` }}
      />
    </figure>
  );
}

/** A single chat on the whole page. */
function Alone({ state, look }: { state: GalleryState; look: Look }): JSX.Element {
  const frame = useRef<HTMLIFrameElement>(null);
  const [outcome, setOutcome] = useState("");
  const [address] = useState(location.href);
  useEffect(() => {
    if (!frame.current) return;
    showState(frame.current, state, look).then(
      () => setOutcome("shown"),
      (error: unknown) => setOutcome(String(error)),
    );
  }, []);
  return (
    <>
      {outcome !== "" && outcome !== "shown" && <p class="missed">{outcome}</p>}
      <iframe
        ref={frame}
        title={state.name}
        data-address={address}
        data-outcome={outcome}
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox"
        allow="clipboard-write"
      />
    </>
  );
}

/**
 * Neighbours have different origins: browsers limit connections per origin to six, and some chats never release theirs.
 */
function addressOf(state: GalleryState, look: Look): string {
  const origins = document.body.dataset["origins"]?.split(" ") ?? [];
  const origin = origins[galleryStates.indexOf(state) % origins.length] ?? "";
  return `${origin}/?only=${state.name}&${queryOf(look)}`;
}

const idOf = (title: string): string => title.toLowerCase().replaceAll(" ", "-");

/** Shows the state that the address names. @returns whether it names one */
function showAlone(): boolean {
  const query = readQuery();
  const alone = galleryStates.find(({ name }) => name === query.get("only"));
  if (alone) render(<Alone key={location.href} state={alone} look={readLook(query)} />, document.body);
  return alone !== undefined;
}

if (showAlone()) {
  document.body.classList.add("alone");
  window.addEventListener("hashchange", showAlone);
} else {
  render(<Gallery />, document.body);
  new EventSource("/changes").addEventListener("message", () => location.reload());
}
