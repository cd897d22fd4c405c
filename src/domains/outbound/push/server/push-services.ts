/**
 * The push services of browsers. A browser names the address that the shop sends to, so anything else is refused: the shop must
 * not be made to call addresses of its own network.
 */
const HOSTS = [
  /^fcm\.googleapis\.com$/,
  /^android\.googleapis\.com$/,
  /^updates\.push\.services\.mozilla\.com$/,
  /^[\w-]+\.push\.services\.mozilla\.com$/,
  /^[\w.-]+\.push\.apple\.com$/,
  /^[\w.-]+\.notify\.windows\.com$/,
];

/** Whether the shop sends to an endpoint. `more` are further origins that are configured. */
export function isPushService(endpoint: string, more: readonly string[]): boolean {
  const { protocol, hostname, origin, username, port } = new URL(endpoint);
  if (more.includes(origin)) return true;
  return protocol === 'https:' && username === '' && port === '' && HOSTS.some((host) => host.test(hostname));
}
