/**
 * Stops the web server gracefully: `/readyz` fails, load balancers get time to notice, new connections are rejected, idle ones are closed,
 * streams end, and running requests finish (docs/decisions/0076-graceful-stop.md).
 */
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Ends responses that last for as long as their browser listens. It connects again, to a process that goes on. */
    endStreams?: () => void;
  }
}

export interface GracefulStop {
  /** Returns true from the moment the stop was requested. */
  readonly isStopping: () => boolean;
  /** Stops the server. Requests that still run after `graceMs` are aborted. Later calls wait for the first. */
  stop(times: StopTimes): Promise<void>;
}

export interface StopTimes {
  /** Time in ms during which requests are still accepted while `/readyz` already fails. */
  readonly drainMs: number;
  /** Time in ms, from the call on, after which running requests are aborted. */
  readonly graceMs: number;
}

const SWEEP_MS = 100;

/**
 * Prepares a server, before it listens, for a graceful stop. The server must not close active connections by itself.
 * @param office an instance that serves requests of the same server. It is closed after the server
 */
export function gracefulStop(app: FastifyInstance, office: FastifyInstance | null = null): GracefulStop {
  let stopped: Promise<void> | null = null;
  /** Connections that have not sent anything yet. Node does not count them as idle. */
  const unused = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', ({ socket }) => unused.delete(socket));
  // Clients must open a new connection for their next request, which reaches a server that is ready.
  for (const instance of office ? [app, office] : [app])
    instance.addHook('onSend', async (_request, reply) => {
      if (stopped !== null) reply.header('connection', 'close');
    });

  const closeIdle = (): void => {
    app.server.closeIdleConnections();
    for (const socket of unused) if (socket.bytesRead === 0) socket.destroy();
  };
  const run = async ({ drainMs, graceMs }: StopTimes): Promise<void> => {
    const cutOff = setTimeout(() => app.server.closeAllConnections(), graceMs);
    await sleep(Math.min(drainMs, graceMs));
    // Otherwise the server would wait for them until `graceMs`, and cut them off.
    office?.endStreams?.();
    const sweep = setInterval(closeIdle, SWEEP_MS);
    closeIdle();
    try {
      await app.close();
      await office?.close();
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
