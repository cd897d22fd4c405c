/** A proxy as it stands in front of a public shop: it ends TLS and passes requests on with the forwarded headers. */
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { Agent, createServer, request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createCertificate } from './certificate.ts';
import type { TestAnswer } from './http.ts';

export interface TlsProxy {
  readonly port: number;
  /** Where the shop listens; may change while the proxy runs. */
  target: number;
  /** Asks the proxy over TLS, for a host that its certificate names. */
  ask(host: string, method: string, path: string, headers?: Readonly<Record<string, string>>, body?: string): Promise<TestAnswer>;
  close(): Promise<void>;
}

/** Opens a proxy for hosts on a free port. */
export async function openTlsProxy(hosts: readonly [string, ...string[]]): Promise<TlsProxy> {
  const { key, cert } = createCertificate(hosts);
  const server = createServer({ key, cert }, (incoming, answer) => {
    const { host = '', ...headers } = incoming.headers;
    const forwarded = {
      'x-forwarded-for': incoming.socket.remoteAddress ?? '',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': host,
    };
    const passed = httpRequest(
      { host: '127.0.0.1', port: proxy.target, method: incoming.method, path: incoming.url, headers: { ...headers, host, ...forwarded } },
      (given) => {
        answer.writeHead(given.statusCode ?? 502, given.headers);
        given.pipe(answer);
      },
    );
    passed.on('error', () => answer.writeHead(502).end());
    incoming.pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const proxy: TlsProxy = {
    port,
    target: 0,
    ask: (host, method, path, headers = {}, body) =>
      new Promise((resolve, reject) => {
        const agent = new Agent({ ca: cert, maxCachedSessions: 0 });
        const options = {
          host: '127.0.0.1',
          servername: host,
          port,
          method,
          path,
          agent,
          headers: { host: `${host}:${port}`, ...headers },
        };
        const sent = httpsRequest(options, (given) => {
          const chunks: Buffer[] = [];
          given.on('data', (chunk: Buffer) => chunks.push(chunk));
          given.on('end', () => {
            agent.destroy();
            resolve({ status: given.statusCode ?? 0, headers: given.headers, text: Buffer.concat(chunks).toString('utf8') });
          });
          given.on('error', reject);
        });
        sent.on('error', reject);
        sent.end(body);
      }),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
}
