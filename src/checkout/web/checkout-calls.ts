/** The checkout's calls from the browser. */
import { client } from '../../platform/client.ts';
import { fetchTransport } from '../../platform/web/fetch-transport.ts';
import { checkoutCalls } from '../contract.ts';

// `keepalive`: what was typed last is still saved when the page is left.
export const checkout = client(checkoutCalls, fetchTransport({ fetch: (url, init) => fetch(url, { ...init, keepalive: true }) }));
