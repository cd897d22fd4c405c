/**
 * Origins of the sites. Only loopback hosts use the protocol and port of the request, because ports are mapped on a developer's machine.
 * Elsewhere a request must not decide where links and emails lead.
 */

const HOST = /^(?:[a-z0-9._-]{0,253}|\[[0-9a-f:.]{2,45}\])(?::(\d{0,5}))?$/i;

/** Returns true if a `Host` header has a valid host and port. An empty header is allowed. */
export function isHostHeader(header: string): boolean {
  const match = HOST.exec(header);
  if (!match) return false;
  const [, port = ''] = match;
  return port === '' || (Number(port) > 0 && Number(port) <= 65_535);
}

/** Returns true for `localhost`, the names below it and loopback addresses. The port of a `Host` header is ignored. */
export function isLoopbackHost(hostHeader: string): boolean {
  const host = hostHeader.replace(/:\d*$/, '').toLowerCase();
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}

const ORIGIN = /^(https?):\/\/(.*?)(?::(\d+))?$/;
const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: '80', https: '443' };

/**
 * Returns the origin of a site's host [SITE-25].
 * @param publicUrl PUBLIC_URL, whose protocol and port apply to every host except loopback hosts
 * @param requested origin of the request; loopback hosts keep its protocol and port
 */
export function siteOrigin(host: string, publicUrl: string, requested = publicUrl): string {
  const isLoopback = isLoopbackHost(host);
  const [, requestedHost = ''] = /^https?:\/\/(.*)$/.exec(requested) ?? [];
  const [, protocol = 'http', from = '', port] = ORIGIN.exec(isLoopback && isLoopbackHost(requestedHost) ? requested : publicUrl) ?? [];
  // A loopback host cannot be reached from outside this machine.
  if (isLoopback && !isLoopbackHost(from)) return publicUrl;
  return `${protocol}://${host}${port === undefined || port === DEFAULT_PORTS[protocol] ? '' : `:${port}`}`;
}
