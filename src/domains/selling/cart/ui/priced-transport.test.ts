import { expect, test } from 'vitest';
import { setPageRevision } from '#lib/browser/page-revision.ts';
import type { Transport } from '#lib/client.ts';
import { pricedTransport } from './priced-transport.ts';

const CART = { data: { lineItems: [] } };

/** A server with a current revision. @returns a function that calls it, and the revisions that calls named */
function serve() {
  const server = { revision: 'r1', body: CART as unknown };
  const named: (string | undefined)[] = [];
  const transport: Transport = async (_call, _input, { revision }) => {
    named.push(revision);
    return { status: 200, body: server.body, ...(revision === server.revision ? {} : { revision: server.revision }) };
  };
  const priced = pricedTransport(transport);
  return { server, named, call: () => priced({ method: 'GET', path: '/' }, {}, {}) };
}

test('names the revision of the last cart when the page has a newer one', async () => {
  const { server, named, call } = serve();
  setPageRevision('r1', () => undefined);
  await call();

  server.revision = 'r2';
  setPageRevision('r2', () => undefined);
  await call();
  await call();
  expect(named).toEqual(['r1', 'r1', 'r2']);
});

test.each([{ body: [] }, { body: null }, { body: { data: null } }, { body: { data: { id: 'cart' } } }])(
  'counts $body as no cart',
  async ({ body }) => {
    const { server, named, call } = serve();
    setPageRevision('r1', () => undefined);
    await call();

    server.revision = 'r2';
    server.body = body;
    await call();
    await call();
    expect(named).toEqual(['r1', 'r1', 'r1']);
  },
);
