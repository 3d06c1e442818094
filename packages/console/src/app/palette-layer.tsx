import type { ComponentType, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { icon } from "../ui/icon.tsx";
import { useConsole } from "./console-context.ts";
import { Keys } from "./palette/keys.tsx";
import type { Session } from "./session.ts";

/** What is open above the page: the palette, or the list of keys. */
export type ShownLayer = "palette" | "help";

type Layer = ComponentType<{ session: Session; close: () => void; showKeys: () => void }>;

/** Each is loaded on its first use. */
const layers: Readonly<Record<ShownLayer, () => Promise<Layer>>> = {
  palette: () => import("./palette/palette.tsx").then(({ Palette }) => Palette),
  help: () => import("./palette/key-help.tsx").then(({ KeyHelp }) => KeyHelp),
};

/** The palette or the list of keys. If it cannot be loaded, nothing opens, and the next attempt loads it again. */
export function PaletteLayer({
  layer,
  session,
  show,
}: {
  layer: ShownLayer;
  session: Session;
  show: (layer: ShownLayer | undefined) => void;
}): JSX.Element | null {
  const [found, setFound] = useState<{ readonly layer: ShownLayer; readonly Layer: Layer }>();
  const close = (): void => show(undefined);
  useEffect(() => {
    let isWanted = true;
    layers[layer]()
      .then((Layer) => isWanted && setFound({ layer, Layer }))
      .catch(close);
    return () => {
      isWanted = false;
    };
  }, [layer]);
  if (found?.layer !== layer) return null;
  return <found.Layer session={session} close={close} showKeys={() => show("help")} />;
}

/** Opens the palette, and shows its keys. */
export function SearchButton({ open }: { open: () => void }): JSX.Element {
  const { words } = useConsole();
  return (
    <button type="button" class="rail-search" aria-haspopup="dialog" onClick={open}>
      {icon("search", 16)}
      <span>{words.palette.open}</span>
      <Keys name="palette" />
    </button>
  );
}
