/** Names the client that limits are counted for. */
import { normalizeIP } from '@fastify/rate-limit';

/**
 * The key of a client address: an IPv4 address, or the /64 network of an IPv6 one, which is what one subscriber is given. All
 * clients that were gone before their address was read share a key; nobody reads their answers.
 */
export const clientKey = (address: string | undefined): string => (address === undefined ? 'unknown' : normalizeIP(address, 64));
