/** Recognises a bar code scanner that types: its keys come faster than anybody types, and Enter ends them. */

/** Longest pause between two keys of a scanner, in ms. */
const MAX_PAUSE_MS = 40;
/** Shortest code. Shorter runs of fast keys are keys that a person pressed at once. */
const MIN_LENGTH = 5;

/** Keys that a scanner types beside the characters. */
const MODIFIERS: readonly string[] = ['Shift', 'CapsLock', 'AltGraph'];

/** Reads the keys of a document. @returns the code that `Enter` ended, else null */
export type WedgeReader = (key: string, at: number) => string | null;

/** Creates a reader. @param at times in ms */
export function createWedgeReader(): WedgeReader {
  let text = '';
  let last = Number.NEGATIVE_INFINITY;
  return (key, at) => {
    const isFast = at - last <= MAX_PAUSE_MS;
    last = at;
    if (key === 'Enter') {
      const code = isFast && text.length >= MIN_LENGTH ? text : null;
      text = '';
      return code;
    }
    // Keys that move the focus or the caret belong to a person.
    if (key.length !== 1) {
      if (!MODIFIERS.includes(key)) text = '';
      return null;
    }
    text = isFast ? text + key : key;
    return null;
  };
}
