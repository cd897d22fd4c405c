/** Identifies the client for rate limits [API-22]. */
import { normalizeIP } from '@fastify/rate-limit';

/**
 * Returns the key of a client IP address: the IPv4 address, or the /64 network of an IPv6 one, which one subscriber gets. Clients that
 * disconnected before their address was read share a key.
 */
export const clientKey = (address: string | undefined): string => (address === undefined ? 'unknown' : normalizeIP(address, 64));
