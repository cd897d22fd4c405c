/** How a process notices that a database server or the network before it is gone, without an answer that says so. */

/** Connecting takes a round trip or two. A server that is not reached in this time is away. */
export const CONNECT_TIMEOUT_MS = 10_000;

/** Sends a probe after ten seconds without traffic, so that firewalls do not forget an idle connection and a lost server is noticed. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;
