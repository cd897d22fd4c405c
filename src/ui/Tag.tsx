import type { ReactNode } from 'react';

/** Badge on a picture: "Last 8 cases". */
export function Tag({ label, isAlert = false }: { label: ReactNode; isAlert?: boolean }) {
  return <p className={isAlert ? 'tag tag-alert' : 'tag'}>{label}</p>;
}
