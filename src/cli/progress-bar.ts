/** Shows the progress of an import: a bar on a terminal, otherwise a line every few seconds. */
import type { ImportProgress } from '#domains/catalogue/model/import/row-result.ts';

const WIDTH = 24;
const PLAIN_EVERY_MS = 5_000;

interface Terminal {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** `[######……] 42 %  12,345 rows` */
export function progressText({
  bytesRead,
  bytesTotal,
  rows,
  rejected,
}: Pick<ImportProgress, 'bytesRead' | 'bytesTotal' | 'rows' | 'rejected'>): string {
  const share = bytesTotal === 0 ? 1 : Math.min(1, bytesRead / bytesTotal);
  const full = Math.round(share * WIDTH);
  return `[${'#'.repeat(full)}${'.'.repeat(WIDTH - full)}] ${Math.round(share * 100)} %  ${rows.toLocaleString('en-AU')} rows${rejected > 0 ? `, ${rejected} rejected` : ''}`;
}

/** Creates a progress display for an output stream. */
export function progressLine(out: Terminal): { show(progress: ImportProgress): void; end(): void } {
  let last = performance.now();
  return {
    show(progress) {
      if (out.isTTY) out.write(`\r${progressText(progress)}`);
      else if (performance.now() - last > PLAIN_EVERY_MS) {
        last = performance.now();
        out.write(`${progressText(progress)}\n`);
      }
    },
    end() {
      if (out.isTTY) out.write('\n');
    },
  };
}
