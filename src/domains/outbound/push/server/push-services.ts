/**
 * The push services of browsers. Browsers supply the URL that the shop sends to, so unknown hosts are rejected: the shop must not call
 * URLs of its own network.
 */
const HOSTS = [
  /^fcm\.googleapis\.com$/,
  /^android\.googleapis\.com$/,
  /^updates\.push\.services\.mozilla\.com$/,
  /^[\w-]+\.push\.services\.mozilla\.com$/,
  /^[\w.-]+\.push\.apple\.com$/,
  /^[\w.-]+\.notify\.windows\.com$/,
];

/** Returns whether an endpoint is allowed. `more` are configured origins. */
export function isPushService(endpoint: string, more: readonly string[]): boolean {
  const { protocol, hostname, origin, username, port } = new URL(endpoint);
  if (more.includes(origin)) return true;
  return protocol === 'https:' && username === '' && port === '' && HOSTS.some((host) => host.test(hostname));
}
