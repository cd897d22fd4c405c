/** Detects requests from this machine by socket address and headers. Host names are checked in src/markets/origins.ts. */
import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { isLoopbackHost } from '#markets/origins.ts';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** Returns whether a socket address is a loopback address, IPv4 inside IPv6 included. */
export function isLoopbackAddress(address: string | undefined): boolean {
  const plain = address?.replace(/^::ffff:(?=\d+\.)/i, '') ?? '';
  const family = isIP(plain);
  return family !== 0 && LOOPBACK.check(plain, family === 4 ? 'ipv4' : 'ipv6');
}

interface LocalRequest {
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/**
 * Returns whether a request was made on this machine for this machine: from a loopback socket, for a loopback host, and not forwarded
 * by a proxy. A proxy on this machine has a loopback socket too, so any forwarded header rules it out.
 */
export const isLocalRequest = ({ headers, socket }: LocalRequest): boolean =>
  isLoopbackAddress(socket.remoteAddress) &&
  isLoopbackHost(headers.host ?? '') &&
  !Object.keys(headers).some((name) => name === 'forwarded' || name.startsWith('x-forwarded-'));
