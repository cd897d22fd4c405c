/** Keys of changes that give money away: a second try after a lost connection is the same change. */
import { useRef } from 'react';
import { randomKey } from '#lib/browser/random-id.ts';

/** Returns a function that returns the idempotency key of an input: the same one until the input changes. */
export function useRepeatKey(): (input: unknown) => string {
  const last = useRef({ input: '', key: '' });
  return (input) => {
    const text = JSON.stringify(input);
    if (last.current.input !== text) last.current = { input: text, key: randomKey() };
    return last.current.key;
  };
}
