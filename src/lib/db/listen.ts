/**
 * Receives notifications of other processes over LISTEN/NOTIFY. Notifications may be lost with the connection, so the caller is notified
 * of each reconnection.
 */
import type pg from 'pg';
import type { Database } from './pool.ts';

export interface Listener {
  close(): Promise<void>;
}

/**
 * Listens on channels during the life of the process and reconnects after a loss.
 * @param onNews called with channel and payload
 * @param onGap called after each reconnection: drop everything that depends on notifications
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
