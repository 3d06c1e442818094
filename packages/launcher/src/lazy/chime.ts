/**
 * Two soft notes for an answer that arrived while the chat is closed. Never before the visitor has interacted with the
 * page, and never while it is hidden.
 */
export function chime(): void {
  if (document.hidden || !navigator.userActivation?.hasBeenActive) return;
  const context = new AudioContext();
  const volume = context.createGain();
  volume.connect(context.destination);
  volume.gain.setValueAtTime(0.06, 0);
  volume.gain.exponentialRampToValueAtTime(0.001, 0.5);
  for (const [start, pitch] of [
    [0, 659],
    [0.12, 880],
  ] as const) {
    const note = context.createOscillator();
    note.frequency.value = pitch;
    note.connect(volume);
    note.start(start);
    note.stop(0.5);
  }
  setTimeout(() => void context.close(), 1_000);
}
