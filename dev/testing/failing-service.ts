/** A service on this machine that fails in whatever way a test says: for every protocol that begins with a connection. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

/** `slow` takes the connection and never says a word, `down` breaks it, `wrong` answers what nobody asked for. */
export const FAILURES = ['slow', 'down', 'wrong'] as const;
export type Failure = (typeof FAILURES)[number];

const NONSENSE = 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 17\r\nconnection: close\r\n\r\n<p>Under work</p>';

export interface FailingService {
  readonly port: number;
  failure: Failure;
  /** Connections so far. */
  readonly asked: number;
  stop(): Promise<void>;
}

export async function startFailingService(): Promise<FailingService> {
  const open = new Set<Socket>();
  const state = { failure: 'down' as Failure, asked: 0 };
  const server = createServer((socket) => {
    state.asked += 1;
    open.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => open.delete(socket));
    if (state.failure === 'down') socket.destroy();
    else if (state.failure === 'wrong') socket.end(NONSENSE);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    get failure() {
      return state.failure;
    },
    set failure(failure) {
      for (const socket of open) socket.destroy();
      state.failure = failure;
    },
    get asked() {
      return state.asked;
    },
    async stop() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
