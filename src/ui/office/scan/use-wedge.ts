/** Listens for a bar code scanner that types, wherever the focus is. */
import { useEffect, useRef } from 'react';
import { createWedgeReader } from './wedge.ts';

/** Takes the characters that a scanner typed out of a field again. */
function removeTyped(target: EventTarget | null, code: string): void {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  if (!isField || !target.value.endsWith(code)) return;
  const prototype = target instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  // The setter of the prototype, so that React sees the change.
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(target, target.value.slice(0, -code.length));
  target.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Calls a function with each scanned code. A field with `data-scan` reads its own. */
export function useWedge(onCode: (code: string) => void, isOn = true): void {
  const latest = useRef(onCode);
  latest.current = onCode;
  useEffect(() => {
    if (!isOn) return;
    const read = createWedgeReader();
    const handle = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof HTMLElement && event.target.closest('[data-scan]')) return;
      const code = read(event.key, event.timeStamp);
      if (code === null) return;
      event.preventDefault();
      event.stopPropagation();
      removeTyped(event.target, code);
      latest.current(code);
    };
    document.addEventListener('keydown', handle, true);
    return () => document.removeEventListener('keydown', handle, true);
  }, [isOn]);
}
