import type { ReactNode } from 'react';

/** Badge on a picture: "Last 8 cases". */
export function Tag({ words, isAlert = false }: { words: ReactNode; isAlert?: boolean }) {
  return <p className={isAlert ? 'tag tag-alert' : 'tag'}>{words}</p>;
}
