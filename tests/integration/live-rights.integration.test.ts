/** The live stream of the office sends what its listener may know at that moment, in the markets of each permission. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { redirectOfficeContract } from '#domains/content/redirect-office-contract.ts';
import { type ActionName, SUBJECT_NAMES, type SubjectKind } from '#domains/staff/messages/activity.ts';
import { PERMISSION_NAMES, type Permission } from '#domains/staff/model/permissions.ts';
import { staffContract } from '#domains/staff/office-contract.ts';
import type { Market } from '#markets/market.ts';
import { LIVE_KINDS } from '#server/office/live-kinds.ts';
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

const change = z.object({ kind: z.string(), id: z.string(), isOwn: z.boolean().default(false) });

/** Opens the stream of a browser. @returns what it was sent, the ids of orders among it, and whether it has ended */
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
  const changes: z.output<typeof change>[] = [];
  let rest = '';
  stream.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines.filter((each) => each.startsWith('data: '))) {
      const sent = change.parse(JSON.parse(line.slice('data: '.length)));
      changes.push(sent);
      if (sent.kind === 'order') orders.add(sent.id);
    }
  });
  return { changes, orders: () => [...orders], hasEnded: () => stream.readableEnded };
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

const log = (kind: SubjectKind, id: string, market: Market | null, action: ActionName = 'offer.changed'): Promise<number> =>
  shop.database.execute({
    text: `insert into activity_log (actor_kind, actor_name, action, subject_kind, subject_id, market) values ('command', 'Test', $1, $2, $3, $4)`,
    values: [action, kind, id, market],
  });
const isSubject = (kind: string): kind is SubjectKind => Object.hasOwn(SUBJECT_NAMES, kind);
type Stream = Awaited<ReturnType<typeof listen>>;
const idsOf = ({ changes }: Stream): string[] => changes.map(({ id }) => id);
const receives = (stream: Stream, ids: readonly string[]) =>
  vi.waitFor(() => expect(idsOf(stream)).toEqual(expect.arrayContaining([...ids])), { timeout: 20_000, interval: 50 });

test('tells of every kind of record in the activity log those who may see it in its market, and nobody else', async () => {
  const kinds = Object.keys(SUBJECT_NAMES).filter(isSubject);
  const groups = Map.groupBy(kinds, (kind) => LIVE_KINDS[kind].permission);
  const walked: { inside: Stream; outside: Stream; ids: string[] }[] = [];
  for (const [permission, own] of groups) {
    const others = PERMISSION_NAMES.filter((name) => name !== permission);
    walked.push({
      inside: await listen(await signInAs(shop, await createPerson({ AU: [permission] }))),
      outside: await listen(await signInAs(shop, await createPerson({ AU: others, SG: PERMISSION_NAMES }))),
      ids: own.map((kind) => `of-${kind}`),
    });
  }

  for (const kind of kinds) await log(kind, `of-${kind}`, 'AU');
  await log('picture', 'last', 'SG');

  for (const { inside, outside, ids } of walked) {
    await receives(inside, ids);
    await receives(outside, ['last']);
    // Those who see staff are told of the roles of this test, too.
    expect(
      idsOf(inside)
        .filter((id) => id.startsWith('of-'))
        .sort(),
    ).toEqual([...ids].sort());
    expect(idsOf(outside).filter((id) => ids.includes(id))).toEqual([]);
  }
});

test('tells of a record of several markets those who may see it in one of them', async () => {
  const [australia, singapore] = [
    await listen(await signInAs(shop, await createPerson({ AU: ['pages.read'] }))),
    await listen(await signInAs(shop, await createPerson({ SG: ['pages.read'] }))),
  ];
  const { saveRedirect, deleteRedirect } = owner.call(redirectOfficeContract);

  const both = yes(await saveRedirect({ from: '/live-both', to: '/wines' }));
  yes(await saveRedirect({ from: '/live-sg', to: '/wines', markets: ['SG'] }));
  yes(await deleteRedirect(both));
  await log('picture', 'of-the-shop', null);
  yes(await saveRedirect({ from: '/live-last', to: '/wines' }));

  for (const stream of [australia, singapore]) await receives(stream, ['/live-last']);
  expect(idsOf(australia)).toEqual(['/live-both', '/live-both', '/live-last']);
  expect(idsOf(singapore)).toEqual(['/live-both', '/live-sg', '/live-both', '/live-last']);
});

test('says which changes are the listener’s own, and tells of no sign-in', async () => {
  const [mine, theirs] = [
    await listen(owner),
    await listen(await signInAs(shop, await createPerson({ AU: ['pages.read', 'staff.read'] }))),
  ];

  await log('staff', 'quiet', null, 'staff.signed_in');
  yes(await owner.call(redirectOfficeContract).saveRedirect({ from: '/live-own', to: '/wines' }));

  for (const stream of [mine, theirs]) await receives(stream, ['/live-own']);
  expect(mine.changes.find(({ id }) => id === '/live-own')?.isOwn).toBe(true);
  expect(theirs.changes.find(({ id }) => id === '/live-own')?.isOwn).toBe(false);
  expect(idsOf(theirs)).not.toContain('quiet');
});

// The last test: the shop does not run afterwards.
test('ends whole when the process stops, which does not wait for it', async () => {
  const stream = await listen(owner);

  const began = performance.now();
  await shop.running.stop();

  expect(stream.hasEnded()).toBe(true);
  expect(performance.now() - began).toBeLessThan(10_000);
});
