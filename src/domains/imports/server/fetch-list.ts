/**
 * Fetches a file from an address that staff entered. Only https, and only public addresses: the name is resolved once, checked, and the
 * connection goes to the checked address, so that a name cannot lead into the shop's own network.
 */
import { lookup } from 'node:dns/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP } from 'node:net';
import { scheduleProblems } from '../messages/errors.ts';
import { MAX_UPLOAD_BYTES } from '../office-contract.ts';

/** A file could not be fetched. The message is shown to staff. */
export class FetchListError extends Error {
  override name = 'FetchListError';
}

export interface Credentials {
  readonly userName: string;
  readonly password: string;
}

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** How a file is fetched. Tests replace the network. */
export interface FetchOptions {
  readonly resolve?: (host: string) => Promise<readonly ResolvedAddress[]>;
  readonly open?: (
    url: URL,
    address: ResolvedAddress,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
    /** Sent by POST. */
    body?: string,
  ) => Promise<IncomingMessage>;
}

const MAX_REDIRECTS = 5;
const TIMEOUT_MS = 120_000;

const PRIVATE = new BlockList();
/** Private, loopback, link-local, shared, documentation, multicast and reserved addresses. */
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  PRIVATE.addSubnet(network, prefix, 'ipv4');

/** Public unicast addresses of IPv6, without the ranges that carry an IPv4 address. */
const PUBLIC_V6 = new BlockList();
PUBLIC_V6.addSubnet('2000::', 3, 'ipv6');
const CARRIERS_V6 = new BlockList();
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  CARRIERS_V6.addSubnet(network, prefix, 'ipv6');

/** Returns whether an address is on the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !PRIVATE.check(address, 'ipv4');
  return family === 6 && PUBLIC_V6.check(address, 'ipv6') && !CARRIERS_V6.check(address, 'ipv6');
}

/** Checks an address that staff enter. @returns the problem as a sentence, or null */
export function urlProblem(text: string): string | null {
  if (!URL.canParse(text)) return scheduleProblems.notHttps;
  const { protocol, hostname, username, password } = new URL(text);
  if (protocol !== 'https:' || username !== '' || password !== '') return scheduleProblems.notHttps;
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !isPublicAddress(host)) return scheduleProblems.privateAddress;
  return /^localhost$|\.(?:localhost|local|internal)$/i.test(host) ? scheduleProblems.privateAddress : null;
}

/** Returns all addresses of a name. */
export const resolveAll = (host: string): Promise<ResolvedAddress[]> => lookup(host, { all: true });

/** Opens a connection to the checked address. The certificate is checked for the name. */
export const openAddress: NonNullable<FetchOptions['open']> = (url, { address, family }, headers, signal, body) =>
  new Promise((done, fail) => {
    const request = url.protocol === 'https:' ? requestHttps : requestHttp;
    const sent = request(
      url,
      {
        method: body === undefined ? 'GET' : 'POST',
        headers,
        signal,
        agent: false,
        lookup: (_host, options, answer) => {
          if (options.all) answer(null, [{ address, family }]);
          else answer(null, address, family);
        },
      },
      done,
    );
    sent.on('error', fail);
    sent.end(body);
  });

/** Returns the code of a failed connection, or its message. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error ? ('code' in error ? String(error.code) : error.message) : String(error);

/** Follows redirects to the file. */
async function openFile(
  start: string,
  credentials: Credentials | null,
  options: FetchOptions,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { resolve = resolveAll, open = openAddress } = options;
  let url = start;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const problem = urlProblem(url);
    if (problem !== null) throw new FetchListError(problem);
    const target = new URL(url);
    const addresses = await resolve(target.hostname.replace(/^\[|\]$/g, ''));
    const [address] = addresses;
    if (address === undefined || addresses.some((each) => !isPublicAddress(each.address)))
      throw new FetchListError(scheduleProblems.privateAddress);
    // A password is for the host that it was entered for.
    const isSameOrigin = target.origin === new URL(start).origin;
    const authorization =
      credentials === null || !isSameOrigin
        ? {}
        : { authorization: `Basic ${Buffer.from(`${credentials.userName}:${credentials.password}`).toString('base64')}` };
    const response = await open(target, address, { 'user-agent': 'Cellardoor', accept: '*/*', ...authorization }, signal);
    const status = response.statusCode ?? 0;
    const { location } = response.headers;
    if (status >= 300 && status < 400 && location !== undefined) {
      response.destroy();
      if (!URL.canParse(location, target)) throw new FetchListError(scheduleProblems.status(status));
      url = new URL(location, target).href;
      continue;
    }
    if (status === 200) return response;
    response.destroy();
    throw new FetchListError(scheduleProblems.status(status));
  }
  throw new FetchListError(scheduleProblems.tooManyRedirects);
}

/**
 * Fetches a file in chunks.
 * @throws FetchListError with a sentence for staff
 */
export async function* fetchList(url: string, credentials: Credentials | null, options: FetchOptions = {}): AsyncGenerator<Buffer> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await openFile(url, credentials, options, signal);
    let bytes = 0;
    for await (const chunk of response) {
      const buffer = Buffer.from(chunk);
      bytes += buffer.length;
      if (bytes > MAX_UPLOAD_BYTES) throw new FetchListError(scheduleProblems.unreachable('it is too large'));
      yield buffer;
    }
  } catch (error) {
    if (error instanceof FetchListError) throw error;
    throw new FetchListError(signal.aborted ? scheduleProblems.timeout : scheduleProblems.unreachable(reasonOf(error)));
  }
}
