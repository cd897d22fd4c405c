/** News from other processes over LISTEN/NOTIFY. When the line is lost, news may have been missed, and the caller is told. */
import type pg from 'pg';
import type { Database } from './pool.ts';

export interface Listener {
  close(): Promise<void>;
}

/**
 * Listen on channels for as long as the process lives, connecting again after a loss.
 * @param onNews called with channel and payload
 * @param onGap called after each (re)connection but the first: drop everything that depends on news
 */
export async function listen(
  database: Database,
  channels: readonly string[],
  onNews: (channel: string, payload: string) => void,
  onGap: () => void,
): Promise<Listener> {
  let closed = false;
  let connection: pg.Client | null = null;
  let retry: NodeJS.Timeout | null = null;

  const open = async (): Promise<void> => {
    const opened = await database.connect();
    opened.on('notification', (message) => onNews(message.channel, message.payload ?? ''));
    opened.on('error', () => {});
    opened.on('end', () => {
      connection = null;
      if (closed) return;
      onGap();
      again();
    });
    for (const channel of channels) await opened.query(`listen ${channel}`);
    connection = opened;
  };
  const again = (): void => {
    retry = setTimeout(() => {
      open().then(onGap, () => {
        if (!closed) again();
      });
    }, 250);
    retry.unref();
  };

  await open();
  return {
    async close() {
      closed = true;
      if (retry) clearTimeout(retry);
      await connection?.end().catch(() => {});
    },
  };
}
