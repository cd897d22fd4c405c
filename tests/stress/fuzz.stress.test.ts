/**
 * Sends requests that are generated from the OpenAPI document, valid and invalid, with malicious texts, by guests and members
 * concurrently. Fails on server errors, timeouts and responses that the document does not describe. Values of responses are reused
 * in later requests, so that they reach existing carts, checkouts and orders. FUZZ_REQUESTS sets the number of requests,
 * STRESS_SEED repeats a run.
 */
import { existsSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServedShop, SITES, serveSampleShop } from '#tests/e2e/support/served-shop.ts';
import { createTestCustomer, PASSWORD } from '#tests/fixtures/customer.ts';
import { MALICIOUS_STRINGS } from '#tests/fixtures/malicious-strings.ts';
import { type InputSchema, type KnownValues, type Operation, operationsOf, pick, sampleOf, seededRandom } from '#tests/fixtures/openapi.ts';
import { recordStressResult } from '#tests/stress/record-result.ts';
import { runs, stressSeed } from '#tests/stress/run-count.ts';

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? runs(3_000, 200_000));
const BATCH_SIZE = 12;
const HANGS_AFTER_MS = 20_000;
const SEED = stressSeed;
/** Additional texts, if the file exists. */
const MORE_TEXTS = new URL('../../../shared/data/naughty-strings.json.gz', import.meta.url);
/** Maximum number of values that are remembered for one name. */
const MAX_KNOWN = 200;
/** Expected server errors: one of the sandbox's test cards simulates a gateway that times out after the capture. */
const MEANT_FAULTS = new Set(['504 POST /sandbox-gateway/api/pay', '504 POST /sandbox-gateway/api/confirm']);

const more = existsSync(MORE_TEXTS) ? (JSON.parse(gunzipSync(readFileSync(MORE_TEXTS)).toString('utf8')) as string[]) : [];
const TEXTS = [...MALICIOUS_STRINGS.map(({ text }) => text), ...more];
const ODD_VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  0.5,
  1e308,
  -0,
  2 ** 31,
  2 ** 53,
  '9'.repeat(30),
  [],
  {},
  [[]],
  [null],
  { a: { b: [] } },
  '',
  ' ',
  '0',
  '-1',
  '1.5',
  'NaN',
  'Infinity',
  '0x10',
  '1e3',
  '2026-02-30',
  '0000-00-00',
];

let shop: ServedShop;
let operations: Operation[];
/** Names of fields with a customer id. */
const CUSTOMER_IDS = ['customerID', 'customerId', 'bigcommerceId'];
const members: { readonly id: number; readonly bearer: string }[] = [];
let admitted = 0;
const known = new Map<string, unknown[]>();
const random = seededRandom(SEED);
const agent = new Agent({ keepAlive: true, maxSockets: BATCH_SIZE });

function remember(name: string, value: unknown): void {
  const values = known.get(name) ?? [];
  if (values.includes(value)) return;
  if (values.length < MAX_KNOWN) values.push(value);
  else values[Math.floor(random() * MAX_KNOWN)] = value;
  known.set(name, values);
}

/** Names of request fields that accept the value of a response field with another name. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  productId: ['id', 'ids'],
  customerId: ['customerID', 'bigcommerceId', 'externalUserId', 'user_id'],
  offerId: ['id', 'ids', 'offer', 'sku_code'],
  slug: ['offer', 'producer', 'club'],
  checkoutUrl: ['token'],
  url: ['path'],
  email: ['email'],
};

function rememberAll(value: unknown, owner: string): void {
  if (Array.isArray(value)) for (const each of value.slice(0, 5)) rememberAll(each, owner);
  else if (typeof value === 'object' && value !== null)
    for (const [key, each] of Object.entries(value)) {
      if (typeof each === 'object') rememberAll(each, key);
      else if (typeof each !== 'string' || each.length < 300) {
        remember(key, each);
        for (const alias of ALIASES[key] ?? []) remember(alias, key === 'checkoutUrl' ? String(each).split('/').at(-1) : each);
      }
    }
}

const WISHES = [
  { withPassword: true },
  { tier: 'GOLD' as const },
  { withPassword: true, tier: 'BLACK' as const },
  { isStaff: true },
] as const;
/** Number of requests after which a member is replaced, because requests delete accounts and end sessions. */
const MEMBER_EVERY = 250;

async function admitMember(): Promise<void> {
  const { id, email, subject, bearer } = await createTestCustomer(shop, WISHES[admitted % WISHES.length]);
  members[admitted % WISHES.length] = { id, bearer };
  admitted += 1;
  for (const name of CUSTOMER_IDS) for (const value of [0, id]) remember(name, value);
  remember('email', email);
  remember('user_id', subject);
}

beforeAll(async () => {
  shop = await serveSampleShop({ TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'silent' });
  operations = operationsOf((await shop.get('/api/openapi.json')).text).filter(({ isDescribed }) => isDescribed);
  for (const _ of WISHES) await admitMember();
  for (const password of [PASSWORD, 'another cellar of our own'])
    for (const name of ['password', 'currentPassword', 'newPassword']) remember(name, password);
  for (const code of ['WELCOME20', 'TENOFF', 'SHIPFREE', 'LASTYEAR', 'GOLDONLY'])
    for (const name of ['couponCode', 'code']) remember(name, code);
  for (const card of ['card_success', 'card_declined', 'card_confirm']) remember('cardToken', card);
  for (const [name, value] of Object.entries({
    expiryMonth: 12,
    expiryYear: 2040,
    dateOfBirth: '1980-02-29',
    postcode: '3068',
    suburb: 'Clifton Hill',
    state: 'VIC',
    phone: '0412 345 678',
    confirm: true,
    agrees: true,
    market: 'AU',
    kind: 'wine',
  }))
    remember(name, value);
});
afterAll(async () => {
  agent.destroy();
  await shop?.stop();
});

const anyValue = (): unknown => (random() < 0.6 ? pick(random, TEXTS) : pick(random, ODD_VALUES));

/** Returns a value for a schema. `wrongness` is the probability, from 0 to 1, that a part of it is invalid. */
function inputFor(schema: InputSchema, name: string, wrongness: number, seen: KnownValues): unknown {
  if (random() < wrongness / 4) return anyValue();
  if (schema.type !== 'object') return random() < wrongness ? anyValue() : sampleOf(schema, name, seen, random);
  const fields = Object.entries(schema.properties ?? {})
    .filter(([key]) => random() < (schema.required?.includes(key) ? 1 - wrongness / 8 : 0.6))
    .map(([key, each]) => [key, inputFor(each, key, wrongness, seen)]);
  return Object.fromEntries(random() < wrongness / 4 ? [...fields, [pick(random, TEXTS), anyValue()]] : fields);
}

/** Removes characters that a header cannot contain and truncates the text. */
const forHeader = (text: string): string => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '').slice(0, 4_000);
const asText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string | undefined;
}

/** Probabilities of invalid values. Half of all requests are valid according to the document. */
const WRONG = [0, 0, 0.15, 0.6];

function requestFor({ method, path, parameters, body }: Operation): Sent {
  const wrongness = pick(random, WRONG);
  const member = pick(random, members);
  const seen: KnownValues = { get: (name) => (CUSTOMER_IDS.includes(name) && random() < 0.7 ? [member.id] : known.get(name)) };
  const query = new URLSearchParams();
  for (const { in: where, name, required, schema } of parameters)
    if (where === 'query' && random() < (required ? 1 - wrongness / 8 : 0.6))
      query.append(name, asText(inputFor(schema, name, wrongness, seen)).toWellFormed());
  if (wrongness > 0 && random() < 0.05) query.append(pick(random, TEXTS).toWellFormed(), 'x');
  const headers: Record<string, string> = {
    host: pick(random, SITES).host,
    'x-forwarded-for': `10.${Math.floor(random() * 256)}.${Math.floor(random() * 256)}.${Math.floor(random() * 256)}`,
  };
  if (random() < 0.75) headers.authorization = `Bearer ${random() < 0.95 ? member.bearer : forHeader(pick(random, TEXTS))}`;
  if (random() < 0.3) headers['idempotency-key'] = random() < 0.8 ? `key ${Math.floor(random() * 50)}` : forHeader(pick(random, TEXTS));
  if (random() < 0.2) headers['if-match'] = random() < 0.8 ? `"${Math.floor(random() * 5)}"` : forHeader(pick(random, TEXTS));
  if (body !== null || method === 'POST')
    headers['content-type'] = random() < 0.98 ? 'application/json' : forHeader(pick(random, TEXTS)) || 'text/plain';
  const whole = JSON.stringify(body === null ? undefined : inputFor(body, '', wrongness, seen));
  const cut = whole !== undefined && random() < 0.01 ? whole.slice(0, Math.floor(random() * whole.length)) : whole;
  const search = query.toString();
  return { method, path: (search === '' ? path : `${path}?${search}`).slice(0, 12_000), headers, body: cut };
}

const responseTo = ({
  method,
  path,
  headers,
  body,
}: Sent): Promise<{ readonly status: number; readonly type: string; readonly text: string }> =>
  new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port: shop.running.port, method, path, headers, agent, timeout: HANGS_AFTER_MS },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            type: String(response.headers['content-type'] ?? ''),
            text: Buffer.concat(chunks).toString('utf8'),
          }),
        );
        response.on('error', reject);
      },
    );
    sent.on('timeout', () => sent.destroy(new Error(`no answer in ${HANGS_AFTER_MS} ms`)));
    sent.on('error', reject);
    sent.end(body);
  });

/** Returns why a response is wrong, or null if it is valid. Remembers the values of successful responses. */
function findViolation(
  { method, path, responses }: Operation,
  { status, type, text }: Awaited<ReturnType<typeof responseTo>>,
): string | null {
  if (status >= 500 && !MEANT_FAULTS.has(`${status} ${method} ${path}`)) return `${status} ${text.slice(0, 200)}`;
  const schema = responses.get(status);
  if (schema === undefined) return `${status} is not described: ${text.slice(0, 200)}`;
  if (schema === null || status === 204) return text === '' || status !== 204 ? null : `204 has a body: ${text.slice(0, 200)}`;
  if (!type.startsWith('application/json')) return `${status} is ${type}: ${text.slice(0, 100)}`;
  const value: unknown = JSON.parse(text);
  const parsed = schema.safeParse(value);
  if (!parsed.success)
    return `${status} is not as described: ${parsed.error.issues[0]?.path.join('.')} ${parsed.error.issues[0]?.message}: ${text.slice(0, 200)}`;
  if (status === 200) rememberAll(value, '');
  return null;
}

test(`answers ${REQUESTS} requests without a server error, each as the OpenAPI document says (seed ${SEED}) [API-1]`, {
  timeout: 3_600_000,
}, async () => {
  const violations = new Map<string, string>();
  const statuses = new Map<number, number>();
  const slowest: { readonly ms: number; readonly what: string }[] = [];
  let remaining = REQUESTS;

  async function client(): Promise<void> {
    while (remaining > 0) {
      remaining -= 1;
      if (remaining % MEMBER_EVERY === 0) await admitMember();
      const operation = pick(random, operations);
      const sent = requestFor(operation);
      const started = performance.now();
      const response = await responseTo(sent).catch((error: unknown) => ({ status: 599, type: '', text: String(error) }));
      const ms = performance.now() - started;
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      slowest.push({ ms, what: `${operation.method} ${operation.path}: ${response.status}` });
      if (slowest.length > 1_000) slowest.sort((a, b) => b.ms - a.ms).splice(20);
      const violation = findViolation(operation, response);
      const kind = `${operation.method} ${operation.path} ${response.status}`;
      if (violation !== null && !violations.has(kind))
        violations.set(kind, `${kind}: ${violation}\n  ${JSON.stringify(sent).slice(0, 1_500)}`);
    }
  }
  await Promise.all(Array.from({ length: BATCH_SIZE }, client));

  const top = slowest.sort((a, b) => b.ms - a.ms).slice(0, 10);
  const counts = [...statuses].sort(([a], [b]) => a - b);
  recordStressResult('Answers by status', ['status', 'answers'], counts);
  recordStressResult(
    'Slowest answers',
    ['call', 'ms'],
    top.map(({ ms, what }) => [what, ms.toFixed(0)]),
  );
  console.log(
    `${REQUESTS} requests, ${TEXTS.length} texts, seed ${SEED}. ${counts.map(([status, count]) => `${status}: ${count}`).join(', ')}. Slowest:`,
  );
  for (const { ms, what } of top) console.log(`${ms.toFixed(0)} ms  ${what}`);
  const logged = await shop.database.queryMany<{ error: string }>({
    text: `select distinct on (g.fingerprint) concat_ws(' ', g.class, g.message, n.notice #> '{error,backtrace}') as error
      from error_groups g join error_notices n using (fingerprint)`,
  });
  expect([...violations.values(), ...logged.map(({ error }) => error.slice(0, 1_500))].join('\n\n')).toBe('');
});
