/** The live stream of the office sends what its listener may know at that moment, in the markets of each permission. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { Permission } from '#domains/staff/model/permissions.ts';
import { staffContract } from '#domains/staff/office-contract.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestStaff, OFFICE_HOST, type OfficeBrowser, signInAs, type TestStaff } from '#tests/fixtures/office.ts';
import { paidOrder } from '#tests/fixtures/orders.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

let shop: TestShop;
let owner: OfficeBrowser;
const open: IncomingMessage[] = [];

beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock({ offerId: 'one', productId: 1, level: 500 });
  owner = await signInAs(shop, await createTestStaff(shop.database, { email: 'owner@shop.example', roles: ['Owner'] }));
});
afterAll(async () => {
  for (const stream of open) stream.destroy();
  await shop?.stop();
});

/** Creates somebody with a role for each market. */
async function createPerson(roles: Readonly<Partial<Record<'AU' | 'SG', readonly Permission[]>>>): Promise<TestStaff> {
  const names: string[] = [];
  for (const market of ['AU', 'SG'] as const) {
    const name = randomUUID();
    const permissions = [...(roles[market] ?? [])];
    yes(await owner.call(staffContract).createRole({ name, description: '', permissions, markets: [market], refundLimitCents: 0 }));
    names.push(name);
  }
  return createTestStaff(shop.database, { email: `${randomUUID()}@shop.example`, roles: names });
}

const change = z.object({ kind: z.string(), id: z.string() });

/** Opens the stream of a browser. @returns the ids of orders that it was sent, and whether it has ended */
async function listen({ cookies }: OfficeBrowser) {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const request = get({
    host: '127.0.0.1',
    port: shop.running.port,
    path: '/office/v1/live',
    headers: { host: `${OFFICE_HOST}:${shop.running.port}`, cookie },
  });
  const [stream]: IncomingMessage[] = await once(request, 'response');
  if (stream?.statusCode !== 200) throw new Error(`the stream answered ${stream?.statusCode}`);
  open.push(stream);
  const orders = new Set<string>();
  let rest = '';
  stream.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines.filter((each) => each.startsWith('data: '))) {
      const { kind, id } = change.parse(JSON.parse(line.slice('data: '.length)));
      if (kind === 'order') orders.add(id);
    }
  });
  return { orders: () => [...orders], hasEnded: () => stream.readableEnded };
}

const SINGAPORE = { phone: '8123 4567', suburb: '', state: '', postcode: '288913' };
const ordered = { AU: () => paidOrder(shop, [1]), SG: () => paidOrder(shop, [1], 'sg.localhost', SINGAPORE) };

/** Waits until a stream was sent an order. What was to be sent before it has arrived then. */
const arrived = (stream: { orders(): string[] }, id: string) =>
  vi.waitFor(() => expect(stream.orders()).toContain(id), { timeout: 20_000, interval: 50 });

test('sends changes of the markets of their own permission only', async () => {
  const person = await createPerson({ AU: ['orders.read'], SG: ['clubs.read'] });
  const [theirs, all] = [await listen(await signInAs(shop, person)), await listen(owner)];

  const elsewhere = await ordered.SG();
  await arrived(all, elsewhere);
  const here = await ordered.AU();
  await arrived(theirs, here);

  expect(theirs.orders()).toEqual([here]);
});

test('ends before a change that the person may no longer know, and opens with the new rights', async () => {
  const person = await createPerson({ AU: ['orders.read'], SG: ['orders.read'] });
  const browser = await signInAs(shop, person);
  const [theirs, all] = [await listen(browser), await listen(owner)];
  const first = await ordered.AU();
  await arrived(theirs, first);

  const taken = await shop.database.queryMany<{ role_id: number }>({
    text: `delete from staff_roles where staff_id = $1 and role_id in (select id from roles where markets = '{AU}') returning role_id`,
    values: [person.id],
  });
  await arrived(all, await ordered.AU());
  await vi.waitFor(() => expect(theirs.hasEnded()).toBe(true), { timeout: 20_000, interval: 50 });
  const reopened = await listen(browser);
  await arrived(all, await ordered.AU());
  const last = await ordered.SG();
  await arrived(reopened, last);

  expect(taken).toHaveLength(1);
  expect(theirs.orders()).toEqual([first]);
  expect(reopened.orders()).toEqual([last]);
});

test('ends with the next change once the session was ended', async () => {
  const person = await createPerson({ AU: ['orders.read'] });
  const [theirs, all] = [await listen(await signInAs(shop, person)), await listen(owner)];

  await shop.database.execute({ text: 'update staff_sessions set revoked_at = now() where staff_id = $1', values: [person.id] });
  await arrived(all, await ordered.AU());

  await vi.waitFor(() => expect(theirs.hasEnded()).toBe(true), { timeout: 5_000, interval: 50 });
  expect(theirs.orders()).toEqual([]);
});
