/** What a search finds while a person types. */
import { useEffect, useState } from 'react';

const WAIT_MS = 200;

/** @returns null until the first answer */
export function useFound<Row>(q: string, find: (q: string) => Promise<readonly Row[]>): readonly Row[] | null {
  const [found, setFound] = useState<readonly Row[] | null>(null);
  useEffect(() => {
    let isStopped = false;
    const timer = setTimeout(() => {
      void find(q.trim()).then((rows) => {
        if (!isStopped) setFound(rows);
      });
    }, WAIT_MS);
    return () => {
      isStopped = true;
      clearTimeout(timer);
    };
  }, [q, find]);
  return found;
}
