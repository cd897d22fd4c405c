/** Answers probes while a process waits for its schema: the process is up (`/healthz`), and not ready (`/readyz`). */
import { createServer } from 'node:http';
import type { Config } from '#lib/server/config.ts';

/** Starts to answer on the port of the process. @returns what closes it @throws Error if another program uses the port */
export async function startWaitingServer({ PORT, HOST }: Pick<Config, 'PORT' | 'HOST'>, reason: string): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    const isLiveness = request.url === '/healthz';
    const body = isLiveness ? { status: 'ok' } : { status: 'not ready', database: false, reason };
    response.writeHead(isLiveness ? 200 : 503, { 'content-type': 'application/json', 'retry-after': '1', connection: 'close' });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(PORT, HOST, resolve);
  });
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}
