/** What a search finds while a person types. */
import { useEffect, useState } from 'react';

const WAIT_MS = 200;

/** @returns null until the first answer */
export function useFound<Found>(q: string, find: (q: string) => Promise<Found>): Found | null {
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    let isStopped = false;
    const timer = setTimeout(() => {
      void find(q.trim()).then((answer) => {
        if (!isStopped) setFound(answer);
      });
    }, WAIT_MS);
    return () => {
      isStopped = true;
      clearTimeout(timer);
    };
  }, [q, find]);
  return found;
}
