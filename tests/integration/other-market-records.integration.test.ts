/**
 * Records of another market, tried by every office call that names one: a person and an API key with every permission, in Singapore only.
 * The calls come from the registry of endpoints, so that a new one without a fixture fails here.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { PERMISSION_NAMES } from '#domains/staff/model/permissions.ts';
import { staffContract } from '#domains/staff/office-contract.ts';
import type { OfficeEndpoint } from '#domains/staff/server/office-handlers.ts';
import { insertRole } from '#domains/staff/server/role.repository.ts';
import { officeEndpoints } from '#server/office/office-endpoints.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { ATTACKS, LIST_FILTERS, MIXED, NOTHING, type Records } from '#tests/fixtures/market-attacks.ts';
import { CANARY, createAccountRecords, createMarketRecords, type MarketRecords } from '#tests/fixtures/market-records.ts';
import { createTestStaff, OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { WHOLE_SHOP } from '#tests/fixtures/whole-shop-calls.ts';

let shop: TestShop;
let calls: readonly OfficeEndpoint[];
let owner: OfficeBrowser;
/** Has every permission, in Singapore only. */
let person: OfficeBrowser;
/** Has every scope of the same person. */
let key: OfficeBrowser;
let foreign: Records;
let own: MarketRecords;

beforeAll(async () => {
  shop = await createTestShop({ OFFICE_URL: 'http://office.localhost', SHOP_ROLE: 'web', DATABASE_URL: 'postgres://shared' });
  const { database } = shop;
  calls = officeEndpoints(shop.running.services, () => ({}));
  owner = await signInAs(shop, await createTestStaff(database, { email: 'owner@shop.example', roles: ['Owner'] }));
  const role = { name: 'Singapore', description: '', permissions: [...PERMISSION_NAMES], markets: ['SG'], refundLimitCents: null };
  await database.transaction((transaction) => insertRole(transaction, role));
  person = await signInAs(shop, await createTestStaff(database, { email: 'sue@shop.example', roles: ['Singapore'] }));
  const made = yes(await person.call(staffContract).createApiKey({ name: 'Script', scopes: [...PERMISSION_NAMES], expiresInDays: 30 }));
  key = new OfficeBrowser(shop);
  key.headers.authorization = `Bearer ${made.key}`;
  foreign = { ...(await createMarketRecords(shop, owner, 'AU')), ...(await createAccountRecords(shop, owner)) };
  own = await createMarketRecords(shop, owner, 'SG');
}, 120_000);
afterAll(() => shop?.stop());

const endpoint = (name: string): OfficeEndpoint => {
  const found = calls.find((call) => call.name === name);
  if (!found) throw new Error(`there is no call ${name}`);
  return found;
};

type Values = Readonly<Record<string, unknown>>;

interface Answer {
  readonly status: number;
  readonly text: string;
}

async function send(browser: OfficeBrowser, name: string, input: Readonly<Record<string, unknown>>): Promise<Answer> {
  const { spec } = endpoint(name);
  const query = new URLSearchParams(Object.entries(input).map(([field, value]): [string, string] => [field, String(value)]));
  const { status, text } = spec.method === 'GET' ? await browser.send('GET', `${spec.path}?${query}`) : await browser.raw(spec, input);
  return { status, text };
}

const failure = z.object({ code: z.string() });
const codeOf = ({ text }: Answer): string | null => {
  const parsed = text === '' ? null : failure.safeParse(JSON.parse(text));
  return parsed?.success ? parsed.data.code : null;
};

/** Refusals that say that a record is there and whose it is, where the documentation promises them: nothing else of it is told. */
const DOCUMENTED = ['other_market', 'all_markets_needed'];

/** Every text and number in an input. */
const valuesIn = (value: unknown): (string | number)[] => {
  if (typeof value === 'number') return [value];
  if (typeof value === 'string') return value.split(/[,:\n]/);
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(valuesIn) : [];
};

/** Replaces what a call was asked by, because an answer may repeat it. */
function withoutInput({ status, text }: Answer, input: Values): string {
  const values = valuesIn(input).toSorted((a, b) => String(b).length - String(a).length);
  const rest = values.reduce<string>(
    (left, value) =>
      typeof value === 'number'
        ? left.replaceAll(new RegExp(`("\\w*[iI]d":"?)${value}\\b`, 'g'), '$1<id>')
        : value.length < 2
          ? left
          : left.replaceAll(value, '<id>'),
    text,
  );
  return `${status} ${rest}`;
}

/** Names of the fields of an input, at every depth, that name a record. */
function recordFields({ spec }: OfficeEndpoint): string[] {
  const names = new Set<string>();
  const walk = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return;
    if ('properties' in schema && typeof schema.properties === 'object')
      for (const name of Object.keys(schema.properties ?? {})) names.add(name);
    for (const part of Object.values(schema)) walk(part);
  };
  walk(z.toJSONSchema(spec.input, { io: 'input', unrepresentable: 'any' }));
  return [...names].filter((name) => RECORD_FIELD.test(name));
}

const RECORD_FIELD =
  /^(?:id|ids|key|code|codes|number|with|copyOf|offer|by|scope|site|subject|email|emails|record|records|address|filter\[(?:customer|subject|club)\]|.*(?:Id|Ids|Key|Number))$/;

const isList = ({ spec }: OfficeEndpoint): boolean => 'cursor' in spec.input.shape;
/** Before the sign-in, and about the person who is signed in. */
const isPersonal = ({ spec }: OfficeEndpoint): boolean =>
  spec.permission === 'public' || spec.path.startsWith('/office/v1/me/') || spec.path.startsWith('/office/v1/step-up');

/** Calls that answer the same about what is there and what is not, or whose records the fixtures do not have. */
const ALWAYS_THE_SAME = [
  'deleteView',
  'winePromotions',
  'importRejectedRow',
  'fixImportRow',
  'deleteMapping',
  'runImportSchedule',
  'deleteImportSchedule',
  'saveImportSchedule',
  'revertRedirects',
];

/** Lists that have no rows of the records above. */
const EMPTY_LISTS = ['importRows', 'exportImportRows'];

/** Contents of the tables with what has a market: a digest per table. What the server writes by itself is left out. */
const IGNORED =
  /^(?:staff|staff_sessions|api_keys|job_runs|shop_processes|rate_limit_counters|health_.*|throttle.*|customer_summar.*|customer_changes)$/;
async function snapshot(only = ''): Promise<Readonly<Record<string, string>>> {
  const tables = await shop.database.queryMany<{ name: string }>({
    text: "select table_name::text as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  });
  // Queued work is a change too.
  const names = [...tables.map(({ name }) => name).filter((name) => !IGNORED.test(name)), 'pgboss.job'];
  const parts = names.map(
    (name) =>
      `select '${name}' as name, (select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') from ${name} t ${only}) as digest`,
  );
  const rows = await shop.database.queryMany<{ name: string; digest: string }>({ text: parts.join(' union all ') });
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}

test('every call that names a record has a fixture, or belongs to the whole shop for a reason', () => {
  const named = calls.filter((call) => !isPersonal(call) && recordFields(call).length > 0 && !isList(call)).map(({ name }) => name);
  const lists = calls.filter((call) => !isPersonal(call) && isList(call)).map(({ name }) => name);
  const covered = [...Object.keys(ATTACKS), ...Object.keys(MIXED), ...Object.keys(LIST_FILTERS), ...Object.keys(WHOLE_SHOP)];

  expect([...named, ...lists].filter((name) => !covered.includes(name))).toEqual([]);
  expect(covered.filter((name) => !calls.some((call) => call.name === name))).toEqual([]);
  expect(Object.keys(WHOLE_SHOP).filter((name) => name in ATTACKS || name in LIST_FILTERS)).toEqual([]);
});

describe('a record of another market', () => {
  test.each(Object.keys(ATTACKS))('does not exist for %s', async (name) => {
    const before = await snapshot();
    for (const browser of [person, key]) {
      const missing = ATTACKS[name]?.(NOTHING) ?? [];
      for (const [index, input] of (ATTACKS[name]?.(foreign) ?? []).entries()) {
        const answer = await send(browser, name, input);
        expect(answer.status, answer.text).not.toBe(400);
        expect(withoutInput(answer, input).toLowerCase()).not.toContain(CANARY);
        if (DOCUMENTED.includes(codeOf(answer) ?? '')) continue;
        const other = missing[index] ?? {};
        expect(withoutInput(answer, input)).toBe(withoutInput(await send(browser, name, other), other));
      }
    }
    expect(await snapshot()).toEqual(before);
  });
});

/** Ids and texts that show a record of the other market wherever they are. Each market counts its orders itself. */
const traces = (): string[] => {
  const { orderId, giftCardId, entryId, mailId, webhookId, memberId } = foreign;
  return [CANARY, orderId, giftCardId, entryId, mailId, webhookId, memberId];
};
const tracesIn = (text: string): string[] => traces().filter((trace) => text.toLowerCase().includes(trace));

describe('a list or export', () => {
  test.each(Object.keys(LIST_FILTERS))('%s shows nothing of another market, whatever it is searched and filtered by', async (name) => {
    const inputs = LIST_FILTERS[name]?.(foreign) ?? [];
    for (const browser of [person, key])
      for (const input of inputs) {
        const answer = await send(browser, name, input);
        expect(tracesIn(withoutInput(answer, 'q' in input ? {} : input)), JSON.stringify(input)).toEqual([]);
      }
    const shown = await Promise.all(inputs.map((input) => send(owner, name, input)));
    expect(shown.map(({ status }) => status)).not.toContain(400);
    if (!EMPTY_LISTS.includes(name)) expect(shown.flatMap(({ text }) => tracesIn(text))).not.toEqual([]);
  });
});

describe('a selection of records of both markets', () => {
  test.each(Object.keys(MIXED))('changes and answers only those of one’s own in %s', async (name) => {
    const input = MIXED[name]?.(foreign, own) ?? {};
    const rows = "where to_jsonb(t) ->> 'market' = 'AU' or t::text ilike '%aucanary%'";
    const before = await snapshot(rows);

    const answer = await send(person, name, input);

    expect(answer.status, answer.text).not.toBe(400);
    expect(tracesIn(withoutInput(answer, input))).toEqual([]);
    expect(await snapshot(rows)).toEqual(before);
  });
});

test('the owner reaches each record by the same input, so that the fixtures are of records that exist', async () => {
  const unreached: string[] = [];
  for (const [name, attack] of Object.entries(ATTACKS)) {
    const missing = attack(NOTHING);
    const reached = [];
    for (const [index, input] of attack(foreign).entries()) {
      const other = missing[index] ?? {};
      reached.push(withoutInput(await send(owner, name, input), input) !== withoutInput(await send(owner, name, other), other));
    }
    if (!reached.includes(true) && !ALWAYS_THE_SAME.includes(name)) unreached.push(name);
  }

  expect(unreached).toEqual([]);
});

test('today and the live counts of one market do not count the other', async () => {
  for (const browser of [person, key]) expect(tracesIn((await browser.send('GET', '/office/v1/today')).text)).toEqual([]);
});
