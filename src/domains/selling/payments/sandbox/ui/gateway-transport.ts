/**
 * Transport from the payment page to the gateway. Sends each submission once and reports a lost response. The page reads the state of the
 * payment and never guesses it.
 */
import { client, type Transport } from '#lib/client.ts';
import { gatewayContract } from '../contract.ts';

const once: Transport = async ({ method, path }, input) => {
  const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]));
  const response = await fetch(method === 'GET' ? `${path}?${query}` : path, {
    method,
    cache: 'no-store',
    ...(method === 'POST' ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) } : {}),
  });
  return { status: response.status, body: await response.json().catch(() => null) };
};

export const gateway = client(gatewayContract, once);
