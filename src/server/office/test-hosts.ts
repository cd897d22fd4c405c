/** Finds out whether hosts lead to this shop: DNS, TLS and who answers. */
import { randomUUID } from 'node:crypto';
import { type FetchOptions, isPublicAddress, openAddress, reasonOf, resolveAll } from '#domains/imports/server/fetch-list.ts';
import { settingTestMessages } from '#domains/settings/messages/connection-tests.ts';
import type { Database } from '#lib/db/pool.ts';
import { isLoopbackHost } from '#markets/origins.ts';
import { HOST_PROOF_PATH, hostProofOf } from '#server/http/host-proof.ts';

const TIMEOUT_MS = 10_000;
/** A proof is shorter. The rest of another server's response is not read. */
const MAX_BYTES = 1_000;
const IS_CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_|SSL|TLS/;
const text = settingTestMessages.host;

async function readStart(chunks: AsyncIterable<unknown>): Promise<string> {
  let found = '';
  for await (const chunk of chunks) {
    found += String(chunk);
    if (found.length > MAX_BYTES) break;
  }
  return found;
}

/** Tests one host. @returns null if it leads to this shop, else what was found */
async function testHost(database: Database, host: string, origin: string, options: FetchOptions): Promise<string | null> {
  const { resolve = resolveAll, open = openAddress } = options;
  const isLocal = isLoopbackHost(host);
  const found = isLocal
    ? [{ address: '127.0.0.1', family: 4 }]
    : await resolve(host).catch((error: unknown) => (reasonOf(error) === 'ENOTFOUND' ? [] : reasonOf(error)));
  if (typeof found === 'string') return text.noDns(host, found);
  const [address] = found;
  if (address === undefined) return text.unknown(host);
  const hidden = isLocal ? undefined : found.find((each) => !isPublicAddress(each.address));
  if (hidden) return text.isPrivate(host, hidden.address);
  const nonce = randomUUID();
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await open(new URL(`${HOST_PROOF_PATH}/${nonce}`, origin), address, { 'user-agent': 'Cellardoor' }, signal);
    const body = await readStart(response);
    response.destroy();
    return body === (await hostProofOf(database, nonce)) ? null : text.other(host, address.address, response.statusCode ?? 0);
  } catch (error) {
    const reason = signal.aborted ? 'timeout' : reasonOf(error);
    return IS_CERTIFICATE.test(reason) ? text.certificate(host, reason) : text.noAnswer(host, address.address, reason);
  }
}

/**
 * Tests hosts. Connections go to public addresses only, or to this machine for its own names.
 * @param originOf returns the origin of a host
 * @returns null if all lead to this shop, else a sentence for each
 */
export async function testHosts(
  database: Database,
  hosts: readonly string[],
  originOf: (host: string) => string,
  options: FetchOptions = {},
): Promise<string | null> {
  const found = await Promise.all(hosts.map(async (host) => ({ host, problem: await testHost(database, host, originOf(host), options) })));
  if (found.every(({ problem }) => problem === null)) return null;
  return found.map(({ host, problem }) => problem ?? text.ready(host)).join('\n');
}
