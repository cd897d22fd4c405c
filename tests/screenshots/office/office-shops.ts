/** The shops whose office is captured: the sample shop after some weeks of work, and a new one without anything. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { importOfficeContract } from '#domains/imports/office-contract.ts';
import { scheduleOfficeContract } from '#domains/imports/schedule-contract.ts';
import { recordReport } from '#domains/outbound/mail/server/mail-log.repository.ts';
import { draftOrderOfficeContract } from '#domains/selling/draft-orders/office-contract.ts';
import { giftCardOfficeContract } from '#domains/selling/gift-cards/office-contract.ts';
import { collectionOfficeContract } from '#domains/selling/orders/collection-office-contract.ts';
import { orderOfficeContract } from '#domains/selling/orders/office-contract.ts';
import { stockSheetsContract } from '#domains/selling/stock/sheets-contract.ts';
import { COLLECTION } from '#domains/settings/model/groups/collection.ts';
import { saveSetting } from '#domains/settings/server/save-setting.ts';
import { findStaffByEmail } from '#domains/staff/server/staff.repository.ts';
import { createToken, insertSession } from '#domains/staff/server/staff-session.repository.ts';
import { insertBackupReport } from '#domains/system/server/health.repository.ts';
import type { Database } from '#lib/db/pool.ts';
import { recordMailFailure } from '#lib/mail/suppression.repository.ts';
import { DEFAULT_SITES } from '#markets/sites.ts';
import { drawBottle } from '#packages/bottle-art/index.ts';
import { closeNewShop } from '#server/new-shop.ts';
import { loadFirstContent } from '#server/sample-shop.ts';
import { serveSampleShop } from '#tests/e2e/support/served-shop.ts';
import { buyer, yes } from '#tests/fixtures/checkout-flow.ts';
import { generateActivity } from '#tests/fixtures/generate-activity.ts';
import { generateMembers } from '#tests/fixtures/generate-members.ts';
import { generateOrders } from '#tests/fixtures/generate-orders.ts';
import { createImporter } from '#tests/fixtures/imports.ts';
import { createTestStaff, OFFICE_HOST, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { paidOrder } from '#tests/fixtures/orders.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { sheetTools } from '#tests/fixtures/stock-sheets.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Records that exist only once the shop has run, by their ids in the addresses of the office. */
export interface OfficePlaces {
  readonly order: string;
  /** Orders that the buyer collects: one to pack, one that is ready. */
  readonly toCollect: string;
  readonly ready: string;
  readonly draft: string;
  readonly customer: string;
  readonly member: string;
  readonly giftCard: string;
  readonly picture: string;
  readonly entry: string;
  readonly claim: string;
  readonly delivery: string;
  readonly count: string;
  /** Imports: one to map, one with rejected rows, one that is done. */
  readonly mapped: string;
  readonly compared: string;
  readonly imported: string;
}

export interface OfficeStage {
  readonly url: string;
  readonly places: OfficePlaces;
  /** Opens a session of its owner. @returns the value of the cookie */
  openSession(): Promise<string>;
  stop(): Promise<void>;
}

const NOWHERE: OfficePlaces = {
  order: '0',
  toCollect: '0',
  ready: '0',
  draft: '0',
  customer: '0',
  member: '0',
  giftCard: '0',
  picture: '0',
  entry: '0',
  claim: '0',
  delivery: '0',
  count: '0',
  mapped: '0',
  compared: '0',
  imported: '0',
};

const stageOf = (shop: TestShop, staffId: number, places: OfficePlaces): OfficeStage => ({
  url: `http://${OFFICE_HOST}:${shop.running.port}`,
  places,
  async openSession() {
    const token = createToken();
    const details = { method: 'totp', userAgent: 'Mozilla/5.0 (Macintosh) Chrome/140.0 Safari/537.36', ip: '127.0.0.1', isSteppedUp: true };
    await shop.database.transaction((transaction) => insertSession(transaction, staffId, token, details));
    return token;
  },
  stop: () => shop.stop(),
});

/** Moves the generated orders to opening hours of the last ten weeks, most of them sent. */
const SPREAD_ORDERS = [
  `update orders set placed_at = at, created_at = at from (
    select id, least(day + interval '8 hours' + (n * 37 % 13 + n * 53 % 17 / 17.0) * interval '1 hour', now() - (n + 1) * interval '1 minute') as at
    from (select id, n, date_trunc('day', now() at time zone 'Australia/Melbourne' - power(n / 700.0, 1.2) * interval '70 days') at time zone 'Australia/Melbourne' as day
      from (select id, row_number() over (order by placed_at desc) - 1 as n from orders where payment_id like 'made-%') o) d) s
  where s.id = orders.id`,
  "update orders set status = 'Completed' where status like 'Awaiting%' and placed_at < now() - interval '30 hours'",
  'alter table order_events disable trigger user',
  "update order_events e set at = o.placed_at + case e.event when 'shipped' then interval '1 day' when 'placed' then interval '0' else interval '-1 minute' end from orders o where o.id = e.order_id and o.payment_id like 'made-%'",
  'alter table order_events enable trigger user',
  "update order_shipments s set shipped_at = o.placed_at + interval '1 day' from orders o where o.id = s.order_id and o.payment_id like 'made-%'",
  "update order_refunds r set created_at = o.placed_at + interval '2 days', completed_at = o.placed_at + interval '2 days' from orders o where o.id = r.order_id and o.payment_id like 'made-%'",
];

/** Visits of the last weeks, by day. */
const ADD_VISITS = `insert into visit_days (market, day, visits, viewed, added, checkouts, orders)
  select market, day::date, v, v * 62 / 100, v * 21 / 100, v * 9 / 100, v * 6 / 100
  from unnest(array['AU', 'SG']) market, generate_series(current_date - 70, current_date, interval '1 day') day
    cross join lateral (select 180 + extract(isodow from day)::integer * 23 + extract(doy from day)::integer * 17 % 41 as v) visits
  on conflict do nothing`;

const ADD_SEARCHES = `insert into analytics_events (day, message_id, type, name, anonymous_id, market, happened_at, event)
  select current_date, gen_random_uuid()::text, 'track', 'Search', 'visitor-' || n, 'AU', now() - n * interval '1 minute',
    jsonb_build_object('properties', jsonb_build_object('query', query, 'hits_returned', 0))
  from unnest(array['assyrtiko', 'non alcoholic', 'tannat', 'penfolds grange 1998', 'orange muscat']) with ordinality q (query, place)
    cross join generate_series(1, (12 / place)::integer) n`;

const ADD_DISPUTES = `insert into order_disputes (gateway, id, order_id, amount_cents, reason, status, evidence_due_at, closed_at, status_before)
  select 'sandbox', 'dp_' || row_number() over (order by number), id, total_cents, (array['fraudulent', 'product_not_received', 'duplicate'])[number % 3 + 1],
    (array['open', 'open', 'won', 'lost'])[number % 4 + 1], now() + interval '6 days',
    case when number % 4 > 1 then now() end, status
  from orders where number is not null and status = 'Completed' order by number desc limit 4`;

const ADD_WEBHOOKS = `insert into webhook_deliveries (event_id, url, state, attempts, last_response, created_at, finished_at, next_attempt_at)
  select id, 'https://warehouse.example/hooks', case when place <= 3 then 'failed' else 'delivered' end, case when place <= 3 then 10 else 1 end,
    case when place <= 3 then '503' else '200' end, at, at + interval '2 seconds', at
  from (select id, at, row_number() over (order by at desc) as place from order_events where event = 'shipped') e where place <= 40`;

const QUESTIONS = [
  ['ada@example.com', 'Do you have magnums of the Old Block Shiraz? It is for a wedding of eighty in March, so about a dozen.'],
  ['bob.chen@example.com', 'My parcel came with one bottle broken. Order #1000412. What do you need from me?'],
  ['noor@example.com', 'Can I collect from the warehouse on Saturday?'],
] as const;

const LIST = [
  'SKU,Name,Winery,Vintage,Country,Region,Type,Price,Cost price',
  ...Array.from({ length: 14 }, (_, at) => {
    const name = ['Shiraz', 'Riesling', 'Grenache', 'Pinot Noir', 'Chardonnay', 'Fiano', 'Nebbiolo'][at % 7];
    const kind = ['Red', 'White', 'Red', 'Red', 'White', 'White', 'Red'][at % 7];
    const price = at === 5 ? 'on request' : at === 11 ? '' : 24 + at * 3;
    return `YW-${100 + at},${name} ${at < 7 ? 'Estate' : 'Reserve'},Yarra Wholesale,${2019 + (at % 5)},Australia,Yarra Valley,${kind},${price},${14 + at}.50`;
  }),
].join('\n');

/** Own pictures, named after the SKUs of their wines. */
const PHOTOS = [
  ['WR-OBS-21-12', '#e9e2d6', { producer: 'Wirrabeen Ridge', name: 'Old Block Shiraz', vintage: '2021', kind: 'red', capsule: 'oxblood' }],
  ['WR-SM-22-12', '#dfe4dc', { producer: 'Wirrabeen Ridge', name: 'Shiraz Mataro', vintage: '2022', kind: 'red', capsule: 'walnut' }],
  ['WR-GHS-22-6', '#e4dbe0', { producer: 'Wirrabeen Ridge', name: 'Granite Hut Shiraz', vintage: '2022', kind: 'red', capsule: 'gold' }],
  ['HT-SG-23-6', '#d9e2e6', { producer: 'Hollis Tarrant', name: 'Sandbank Grenache', vintage: '2023', kind: 'red', capsule: 'copper' }],
] as const;

/** Draws a bottle in front of a plain wall. */
async function photoOf(width: number, height: number, background: string, bottle: (typeof PHOTOS)[number][2]): Promise<Buffer> {
  const drawn = await sharp(Buffer.from(drawBottle({ region: 'South Australia', varietal: '', ...bottle }, '').svg))
    .resize({ height: height - 140 })
    .toBuffer();
  return sharp({ create: { width, height, channels: 3, background } })
    .composite([{ input: drawn }])
    .png()
    .toBuffer();
}

async function uploadPhotos(browser: OfficeBrowser): Promise<void> {
  for (const [sku, background, bottle] of PHOTOS) {
    const photo = await photoOf(800, 900, background, bottle);
    const path = `/office/v1/pictures/upload?name=${sku}.png`;
    const { status, text } = await browser.send('POST', path, { 'content-type': 'application/octet-stream' }, photo);
    if (status !== 200) throw new Error(`${sku}.png was refused: ${text}`);
  }
}

const PLACE = {
  name: 'Cellar door',
  address: '5 Barrel Lane, Richmond VIC 3121',
  state: 'VIC',
  hours: 'Mon to Sat, 10 am to 6 pm',
  bring: 'Photo ID',
} as const;

/** Offers collection, and places two orders that are collected. */
async function addCollections(shop: TestShop, browser: OfficeBrowser): Promise<Pick<OfficePlaces, 'toCollect' | 'ready'>> {
  const { settings } = shop.running.services;
  await saveSetting(
    { database: shop.database, sites: DEFAULT_SITES, start: settings.start },
    {
      group: COLLECTION.id,
      scope: 'AU',
      value: { isOffered: true, places: [PLACE] },
      effectiveFrom: null,
      basedOn: 0,
      author: 'Olive',
    },
  );
  await settings.refresh();
  const collect = async (productId: number): Promise<string> => {
    const guest = await buyer(shop, [productId], 'localhost', { collectFrom: PLACE.name });
    yes(await guest.pay(yes(await guest.placeOrder({}, guest.cart.baseAmount)).data.nextUrl));
    return (
      yes(await guest.settle())
        .data.nextUrl.split('/')
        .at(-1) ?? ''
    );
  };
  const toCollect = await collect(1003);
  const ready = await collect(1001);
  const { version } = yes(await browser.call(orderOfficeContract).order({ id: ready }));
  yes(await browser.call(collectionOfficeContract).makeReady({ id: ready, version }));
  return { toCollect, ready };
}

/** Runs some weeks of the sample shop. */
export async function openFilledOffice(): Promise<OfficeStage> {
  const folder = await mkdtemp(join(tmpdir(), 'cellardoor-watched-'));
  const shop = await serveSampleShop({ SECRETS_KEY: 'k'.repeat(40), IMPORT_WATCH_DIR: folder });
  const { database } = shop;
  const owner = await findStaffByEmail(database, 'owner@cellardoor.example');
  if (!owner) throw new Error('The sample shop has no owner.');
  const browser = await signInAs(shop, owner);
  await generateOrders(database, { orders: 700, customers: 180 });
  await run(
    database,
    ...SPREAD_ORDERS,
    ADD_VISITS,
    'create table analytics_events_made partition of analytics_events default',
    ADD_SEARCHES,
    ADD_DISPUTES,
    ADD_WEBHOOKS,
  );
  await shop.stock(
    { offerId: 'dozen', productId: 990_101, level: 100, brand: 'Cellardoor', name: 'The table dozen', sku: 'CD-TABLE-12' },
    { offerId: 'six', productId: 990_102, level: 100, brand: 'Cellardoor', name: 'The table six', sku: 'CD-TABLE-6' },
  );
  await generateMembers(database, 120);
  await generateActivity(database, 300);
  for (const [email, message] of QUESTIONS)
    await database.execute({
      text: "insert into form_submissions (id, form_id, market, page_id, entry, email) values ($1, 'questions', 'AU', 'contact', $2, $3)",
      values: [randomUUID(), JSON.stringify([{ label: 'Message', value: message }]), email],
    });
  const order = await paidOrder(shop, [1001, 1001, 1003]);
  await database.execute({
    text: `with claim as (insert into claims (order_id, market, text) values ($1, 'AU', 'The box was wet, and two bottles were in pieces.') returning id),
        line as (insert into claim_lines (claim_id, position, problem, bottles) select id, 0, 'broken', 2 from claim)
      insert into claim_photos (order_id, claim_id, bytes) select $1, id, $2 from claim`,
    values: [
      order,
      await photoOf(900, 600, '#cfc7b8', {
        producer: 'Wirrabeen Ridge',
        name: 'Old Block Shiraz',
        vintage: '2021',
        kind: 'red',
        capsule: 'oxblood',
      }),
    ],
  });
  await paidOrder(shop, [1002]);
  const { toCollect, ready } = await addCollections(shop, browser);
  const sent = "select 1 from mail_log where recipient = 'grace@example.com' and state = 'sent'";
  for (let tries = 0; tries < 100 && (await database.queryMany({ text: sent, values: [] })).length < 2; tries += 1) await setTimeout(100);
  const bounce = {
    address: 'grace@example.com',
    kind: 'bounce',
    reason: '550 5.1.1 No such user here',
    key: 'one',
    at: new Date(),
  } as const;
  await recordMailFailure(database, bounce);
  await recordReport(database, bounce);
  await insertBackupReport(database, 'ok', 'Copied to the second disk');
  shop.running.services.errors.report(new TypeError("Cannot read properties of undefined (reading 'postcode')"), {
    component: 'checkout',
    action: 'pay',
  });
  const issue = async (recipientName: string, recipientEmail: string, amountCents: number, reason: string) =>
    yes(
      await browser.call(giftCardOfficeContract).issueGiftCard({
        market: 'AU',
        amountCents,
        recipientName,
        recipientEmail,
        senderName: 'Cellardoor',
        message: 'Sorry about the broken bottle.',
        sendOn: '',
        reason,
      }),
    );
  await issue('Bob Chen', 'bob.chen@example.com', 5_000, 'Winner of the raffle');
  await issue('Noor Haddad', 'noor@example.com', 5_000, 'Winner of the raffle');
  const card = await issue('Ada Lovelace', 'ada@example.com', 10_000, 'A broken bottle');
  const sheets = browser.call(stockSheetsContract);
  const delivery = yes(
    await sheets.createDelivery({
      market: 'AU',
      supplier: 'Yarra Wholesale',
      reference: 'DN-4711',
      day: '2026-11-23',
      note: 'Two pallets',
    }),
  );
  for (const [productId, value] of [
    [1001, 24],
    [1002, 12],
    [1003, 6],
  ] as const)
    yes(await sheets.enterSheetLine({ id: delivery.id, productId, mode: 'set', value, version: 0 }));
  const count = yes(
    await sheets.startCount({
      market: 'AU',
      ids: [1001, 1002, 1003, 1004, 1005, 1006].map((id) => `AU-${id}`),
      note: 'Reds, aisle 3',
      isBlind: false,
    }),
  );
  const counts = sheetTools(shop, browser);
  for (const [productId, found] of [
    [1001, 338],
    [1002, 64],
    [1003, 209],
  ] as const)
    yes(await counts.enter(count.id, 'count', productId, found));
  await uploadPhotos(browser);
  const importer = createImporter(database, browser);
  const mapped = await importer.upload('yarra-spring.csv', LIST);
  const compared = await importer.compare(await importer.upload('yarra-november.csv', LIST.replaceAll('YW-', 'YN-')));
  const imported = await importer.start(await importer.compare(await importer.upload('yarra-october.csv', LIST.replaceAll('YW-', 'YO-'))));
  const imports = browser.call(importOfficeContract);
  const mapping = yes(await imports.saveMapping({ id: imported.id, supplier: 'Yarra Wholesale' }));
  yes(
    await browser.call(scheduleOfficeContract).saveImportSchedule({
      name: 'Yarra Wholesale, prices',
      source: 'url',
      location: 'https://lists.example.com/yarra.csv',
      mappingId: mapping.id,
      market: 'AU',
      weekdays: [1, 4],
      times: ['06:30'],
      maxRejectedPercent: 10,
      maxPriceChangePercent: 25,
      endsMissing: false,
      isEnabled: true,
    }),
  );
  const drafts = browser.call(draftOrderOfficeContract);
  const empty = yes(await drafts.createDraftOrder({ market: 'AU', email: 'ada@example.com' }));
  const [wine] = yes(await drafts.findDraftWines({ market: 'AU', q: 'shiraz' })).rows;
  const begun = wine
    ? yes(await drafts.addDraftWine({ id: empty.id, version: empty.version, offerId: wine.offerId, productId: wine.productId }))
    : empty;
  const one = async (text: string): Promise<string> => String((await database.queryOne<{ id: unknown }>({ text, values: [] }))?.id ?? '0');
  const stage = stageOf(shop, owner.id, {
    order,
    toCollect,
    ready,
    draft: begun.id,
    customer: await one('select customer_id as id from orders where customer_id > 0 order by number desc limit 1'),
    member: await one("select id from club_memberships where status = 'active' and market = 'AU' order by joined_at limit 1"),
    giftCard: String(card.card.id),
    picture: await one('select id from pictures order by id limit 1'),
    claim: await one('select id from claims order by created_at limit 1'),
    entry: await one("select id from form_submissions where email = 'ada@example.com'"),
    delivery: String(delivery.id),
    count: String(count.id),
    mapped: String(mapped.id),
    compared: String(compared.id),
    imported: String(imported.id),
  });
  return {
    ...stage,
    async stop() {
      await stage.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Starts a shop without sample data. */
export async function openNewOffice(): Promise<OfficeStage> {
  const shop = await createTestShop({ SAMPLE: 'no', SITES: 'localhost=AU wine', SECRETS_KEY: 'k'.repeat(40) });
  const { services } = shop.running;
  await closeNewShop(services.config, shop.database);
  await loadFirstContent(services.config, shop.database, ROOT, () => {});
  await Promise.all([services.settings.refresh(), services.content.refresh()]);
  const owner = await createTestStaff(shop.database, { email: 'owner@cellardoor.example', name: 'Olive Owner', roles: ['Owner'] });
  return stageOf(shop, owner.id, NOWHERE);
}

async function run(database: Database, ...texts: readonly string[]): Promise<void> {
  for (const text of texts) await database.execute({ text, values: [] });
}
