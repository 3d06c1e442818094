/**
 * Creates a function that plays two soft notes. Browsers play nothing until the person has interacted with the page.
 */
export function createChime(): () => void {
  let context: AudioContext | undefined;
  return () => {
    try {
      context ??= new AudioContext();
      void context.resume().catch(() => undefined);
      const begin = context.currentTime + 0.02;
      playNote(context, 880, begin);
      playNote(context, 1174.7, begin + 0.16);
    } catch {
      // Without an audio device, title and icon are enough.
    }
  };
}

function playNote(on: AudioContext, frequency: number, begin: number): void {
  const tone = on.createOscillator();
  const volume = on.createGain();
  tone.frequency.value = frequency;
  volume.gain.setValueAtTime(0.0001, begin);
  volume.gain.exponentialRampToValueAtTime(0.2, begin + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.0001, begin + 0.4);
  tone.connect(volume).connect(on.destination);
  tone.start(begin);
  tone.stop(begin + 0.42);
}
