/**
 * Stops the web server without cutting anyone off: `/readyz` fails, load balancers get time to notice, no new connections are taken,
 * idle ones close, running requests finish (docs/decisions/0076-graceful-stop.md).
 */
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

export interface GracefulStop {
  /** True from the moment the stop was asked for. */
  readonly isStopping: () => boolean;
  /** Stops the server. Requests that still run after `graceMs` are cut off. Later calls wait for the first. */
  stop(times: StopTimes): Promise<void>;
}

export interface StopTimes {
  /** Milliseconds for which requests are still taken while `/readyz` already fails. */
  readonly drainMs: number;
  /** Milliseconds, from the call on, after which running requests are cut off. */
  readonly graceMs: number;
}

const SWEEP_MS = 100;

/** Prepares a server, before it listens, for a graceful stop. The server must not force connections to close by itself. */
export function gracefulStop(app: FastifyInstance): GracefulStop {
  let stopped: Promise<void> | null = null;
  /** Connections that have not sent anything yet; Node takes them for busy ones. */
  const unused = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', ({ socket }) => unused.delete(socket));
  // Whoever is answered now connects anew next time, to a server that is ready.
  app.addHook('onSend', async (_request, reply) => {
    if (stopped !== null) reply.header('connection', 'close');
  });

  const closeIdle = (): void => {
    app.server.closeIdleConnections();
    for (const socket of unused) if (socket.bytesRead === 0) socket.destroy();
  };
  const run = async ({ drainMs, graceMs }: StopTimes): Promise<void> => {
    const cutOff = setTimeout(() => app.server.closeAllConnections(), graceMs);
    await sleep(Math.min(drainMs, graceMs));
    const sweep = setInterval(closeIdle, SWEEP_MS);
    closeIdle();
    try {
      await app.close();
    } finally {
      clearInterval(sweep);
      clearTimeout(cutOff);
    }
  };
  return {
    isStopping: () => stopped !== null,
    stop(times) {
      stopped ??= run(times);
      return stopped;
    },
  };
}
