/**
 * Receives notifications of other processes over LISTEN/NOTIFY. Notifications may be lost with the connection, so the caller is notified
 * of each reconnection.
 */
import type pg from 'pg';
import type { Database } from './pool.ts';

export interface Listener {
  close(): Promise<void>;
}

export interface ListenOptions {
  /** Interval in ms between statements that show whether the server still answers. */
  readonly heartbeatMs?: number;
  /** Time in ms after which a statement without an answer counts as a loss. */
  readonly deadlineMs?: number;
}

/**
 * Listens on channels during the life of the process and reconnects after a loss. Sends a statement at intervals, because a connection that
 * a firewall or a lost server dropped reports no error.
 * @param onNews called with channel and payload
 * @param onGap called after each reconnection: drop everything that depends on notifications
 */
export async function listen(
  database: Database,
  channels: readonly string[],
  onNews: (channel: string, payload: string) => void,
  onGap: () => void,
  { heartbeatMs = 30_000, deadlineMs = 10_000 }: ListenOptions = {},
): Promise<Listener> {
  let closed = false;
  let connection: pg.Client | null = null;
  let retry: NodeJS.Timeout | null = null;

  const open = async (): Promise<void> => {
    const opened = await database.connect(deadlineMs);
    // Ends it at once while a statement has no answer.
    const end = (): Promise<void> => opened.end().catch(() => {});
    opened.on('notification', (message) => onNews(message.channel, message.payload ?? ''));
    opened.on('error', () => {});
    try {
      for (const channel of channels) await opened.query(`listen ${channel}`);
    } catch (error) {
      void end();
      throw error;
    }
    const heartbeat = setInterval(() => void opened.query('select 1').catch(end), heartbeatMs);
    heartbeat.unref();
    opened.on('end', () => {
      clearInterval(heartbeat);
      connection = null;
      if (closed) return;
      onGap();
      again();
    });
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
