/** Plays a low tone, for people who look at bottles and not at the screen. Silent where the browser plays none. */
export function playRefusal(): void {
  try {
    const context = new AudioContext();
    const tone = context.createOscillator();
    tone.type = 'square';
    tone.frequency.value = 180;
    tone.connect(context.destination);
    tone.onended = () => void context.close();
    tone.start();
    tone.stop(context.currentTime + 0.35);
  } catch {
    // The message is on the screen.
  }
}
