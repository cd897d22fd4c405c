/** Tests of connections to webhook receivers, error reports and analytics, against servers of this machine. */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { settingOfficeContract } from '#domains/settings/office-contract.ts';
import { createTestStaff, must, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { testTarget } from './test-target.ts';

interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

let server: Server;
let url: string;
/** How the server answers. */
let answer: { status: number; headers: Record<string, string> };
let received: Received[] = [];
let shop: TestShop;
let owner: OfficeBrowser;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    received.push({ method, path, headers, body: await textOf(request) });
    response.writeHead(answer.status, answer.headers).end('answer');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  shop = await createTestShop({ SAMPLE: 'no', SECRETS_KEY: 'k'.repeat(40), SEGMENT_URL: url, HUBSPOT_TRACKER_URL: url });
  owner = await signInAs(shop, await createTestStaff(shop.database, { email: 'olive@shop.example', roles: ['Owner'] }));
});
afterEach(() => {
  received = [];
});
afterAll(async () => {
  await shop?.stop();
  server?.close();
});

const calls = () => owner.call(settingOfficeContract);
async function tryOut(group: string, value: object, secrets: Readonly<Record<string, string>> = {}, status = 200, headers = {}) {
  answer = { status, headers };
  return calls().testSetting({ group, scope: 'shop', value: { ...value }, secrets });
}

/** What each status means, by the end of the sentence. */
const ANSWERS = [
  { status: 302, says: 'redirects to another address (status 302). Enter the address that it leads to.' },
  { status: 404, says: 'has nothing there that takes the test (status 404). Check the path.' },
  { status: 429, says: 'has had too many requests (status 429). Try again in a few minutes.' },
  { status: 503, says: 'has a problem of its own (status 503). Look at its log, or try again later.' },
];

describe('order webhooks', () => {
  const secret = 'a-secret-of-sixteen-characters';

  test('are tested by a signed message to every address', async () => {
    const tested = await must(tryOut('order-webhooks', { urls: [`${url}/one`, `${url}/two`] }, { secret }, 204));

    expect(tested).toEqual({
      isConnected: true,
      message: '127.0.0.1: took the test (status 204).\n127.0.0.1: took the test (status 204).',
    });
    expect(received.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(['POST /one', 'POST /two']);
    for (const { headers, body } of received) {
      const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
      expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', secret).update(signed).digest('base64')}`);
      expect(JSON.parse(body)).toMatchObject({ type: 'test', data: {} });
    }
  });

  test('work if a receiver answers with a page, as it does for orders', async () => {
    expect(await must(tryOut('order-webhooks', { urls: [url] }, { secret }, 200, { 'content-type': 'text/html' }))).toMatchObject({
      isConnected: true,
    });
  });

  test.each([
    ...ANSWERS,
    { status: 401, says: 'refused the test (status 401). Check that the receiver has the same signing secret.' },
    { status: 422, says: 'answered, but didn’t take the test (status 422). Check that the receiver ignores messages of types' },
  ])('say what to check at $status', async ({ status, says }) => {
    const tested = await must(tryOut('order-webhooks', { urls: [url] }, { secret }, status, { location: `${url}/elsewhere` }));

    expect(tested).toEqual({ isConnected: false, message: expect.stringContaining(`127.0.0.1: ${says}`) });
    expect(received).toHaveLength(1);
  });

  test.each([
    { value: { urls: [] }, secrets: { secret }, message: 'Enter an address first.' },
    { value: { urls: ['https://example.com'] }, secrets: {}, message: 'Enter a signing secret first.' },
  ])('need addresses and a secret: $message', async ({ value, secrets, message }) => {
    expect(await must(tryOut('order-webhooks', value, secrets))).toEqual({ isConnected: false, message });
  });
});

describe('error reports', () => {
  test('are tested by a report that says that it is a test', async () => {
    const tested = await must(tryOut('error-reports', { url }, { key: 'hbp_key' }, 201));

    expect(tested).toEqual({ isConnected: true, message: '127.0.0.1: took the test (status 201).' });
    expect(received).toMatchObject([{ method: 'POST', path: '/v1/notices/js', headers: { 'x-api-key': 'hbp_key' } }]);
    const { error } = z.object({ error: z.object({ message: z.string() }) }).parse(JSON.parse(received[0]?.body ?? ''));
    expect(error.message).toBe('Test report from the office. Nothing is wrong.');
  });

  test.each([
    ...ANSWERS,
    { status: 403, says: 'refused the test (status 403). Check the key of the project.' },
    { status: 400, says: 'answered, but didn’t take the test (status 400). Check that the service takes reports as Honeybadger does.' },
  ])('say what to check at $status', async ({ status, says }) => {
    expect(await must(tryOut('error-reports', { url }, { key: 'hbp_key' }, status))).toEqual({
      isConnected: false,
      message: `127.0.0.1: ${says}`,
    });
  });

  test('do not work if a web page answers', async () => {
    expect(await must(tryOut('error-reports', { url }, { key: 'hbp_key' }, 200, { 'content-type': 'text/html' }))).toMatchObject({
      isConnected: false,
      message: expect.stringContaining('answered with a web page (status 200)'),
    });
  });

  test('need an address and a key', async () => {
    expect(await must(tryOut('error-reports', { url: null }))).toMatchObject({ message: 'Enter an address first.' });
    expect(await must(tryOut('error-reports', { url }))).toMatchObject({ message: 'Enter a key first.' });
  });

  test('send the stored key to no other address, neither by a test nor by a change', async () => {
    answer = { status: 201, headers: {} };
    const group = { group: 'error-reports', scope: 'shop' } as const;
    const stored = { ...group, value: { url: 'https://reports.example' }, secrets: { key: 'hbp_stored' } };
    const { revision } = await must(calls().saveSetting({ ...stored, basedOn: 0 }));
    const moved = { ...group, value: { url } };

    const refused = [
      await calls().testSetting({ ...moved, secrets: {} }),
      await calls().saveSetting({ ...moved, secrets: {}, basedOn: revision }),
    ];

    for (const result of refused)
      expect(result).toMatchObject({
        code: 'setting_invalid',
        title: 'Key of the project: enter it again, because it was saved for another address.',
      });
    expect(received).toEqual([]);
    expect(await calls().testSetting({ ...moved, secrets: { key: 'hbp_typed' } })).toMatchObject({ value: { isConnected: true } });
    expect(await calls().saveSetting({ ...group, value: { url: null }, secrets: {}, basedOn: revision })).toMatchObject({ ok: true });
  });

  test('send the present key to no former address by a return to its version', async () => {
    const group = { group: 'error-reports', scope: 'shop' } as const;
    const { revision: start } = await must(calls().setting(group));
    const former = await must(
      calls().saveSetting({ ...group, value: { url: 'https://former.example' }, secrets: { key: 'hbp_former' }, basedOn: start }),
    );
    const present = await must(
      calls().saveSetting({ ...group, value: { url }, secrets: { key: 'hbp_present' }, basedOn: former.revision }),
    );

    const refused = await calls().revertSetting({ ...group, revision: former.revision, basedOn: present.revision });

    expect(refused).toMatchObject({
      code: 'setting_invalid',
      title: 'Key of the project: enter it again, because it was saved for another address.',
    });
    expect((await must(calls().setting(group))).value).toEqual({ url });
  });
});

describe('analytics', () => {
  const services = { segmentWriteKey: 'abc', segmentMode: 'server', hubspotPortalId: '123' };

  test('are tested by an event about nobody, and by the script of the portal', async () => {
    const tested = await must(tryOut('analytics', services));

    expect(tested.isConnected).toBe(true);
    expect(tested.message).toContain('Look for “Connection tested” in Segment’s debugger');
    const [script, batch] = received.toSorted((a, b) => a.path.localeCompare(b.path));
    expect(script).toMatchObject({ method: 'GET', path: '/123.js' });
    expect(batch).toMatchObject({ method: 'POST', path: '/v1/batch', headers: { authorization: `Basic ${btoa('abc:')}` } });
    expect(JSON.parse(batch?.body ?? '')).toMatchObject({ batch: [{ event: 'Connection tested', anonymousId: 'office-connection-test' }] });
  });

  test.each([
    { value: { ...services, hubspotPortalId: null }, status: 401, says: 'Check the Segment write key.' },
    { value: { ...services, segmentWriteKey: null }, status: 403, says: 'Check the number of the HubSpot portal.' },
  ])('say what to check: $says', async ({ value, status, says }) => {
    const tested = await must(tryOut('analytics', value, {}, status));

    expect(tested).toEqual({ isConnected: false, message: `127.0.0.1: refused the test (status ${status}). ${says}` });
  });

  test('need a service', async () => {
    const value = { ...services, segmentWriteKey: null, hubspotPortalId: null };

    expect(await must(tryOut('analytics', value))).toEqual({ isConnected: false, message: 'Enter a write key or a portal first.' });
  });
});

test('every group of external services has a test', async () => {
  const { groups } = await must(calls().settingGroups({}));

  const integrations = groups.filter(({ area }) => area === 'integrations');
  expect(integrations.length).toBeGreaterThan(6);
  expect(integrations.filter(({ hasTest }) => !hasTest)).toEqual([]);
});

describe('a test of an address', () => {
  const checks = { refused: '', notTaken: '', answersData: false };
  const request = (host: string) => ({ url: `https://${host}/hooks`, headers: {}, body: '{}' });
  let opened = 0;
  const open = () => {
    opened += 1;
    return Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
  };

  test.each([
    ['of a private network', '10.0.0.8', true],
    ['of a cloud’s metadata', '169.254.169.254', true],
    ['of this machine, if the shop is public', '127.0.0.1', false],
    ['of this machine over IPv6, if the shop is public', '::1', false],
  ])('connects to none %s', async (_name, address, allowsLoopback) => {
    opened = 0;
    const resolve = async () => [
      { address: '93.184.216.34', family: 4 },
      { address, family: 4 },
    ];

    const outcome = await testTarget(request('warehouse.example'), checks, { allowsLoopback, resolve, open });

    expect(outcome).toEqual({
      isConnected: false,
      message: `warehouse.example: not tested, because ${address} is an address of your own network. Tests connect to public addresses only.`,
    });
    expect(opened).toBe(0);
  });

  test.each([
    [{ code: 'ENOTFOUND' }, 'there is no DNS record for this name yet.'],
    [{ code: 'ESERVFAIL' }, 'the name can’t be looked up (ESERVFAIL).'],
  ])('says that the name is not found: %j', async (code, says) => {
    const resolve = () => Promise.reject(Object.assign(new Error('dns'), code));

    expect(await testTarget(request('typo.example'), checks, { allowsLoopback: false, resolve, open })).toEqual({
      isConnected: false,
      message: `typo.example: ${says}`,
    });
  });

  test('says that nothing answers there', async () => {
    const resolve = async () => [{ address: '93.184.216.34', family: 4 }];

    expect((await testTarget(request('shut.example'), checks, { allowsLoopback: false, resolve, open })).message).toBe(
      'shut.example: leads to 93.184.216.34, where nothing answers (ECONNREFUSED).',
    );
  });

  test('ends if nothing is answered in time', async () => {
    const silent = createServer(() => undefined);
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const address = silent.address();
    const target = { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, headers: {}, body: '{}' };

    const outcome = await testTarget(target, checks, { allowsLoopback: true, timeoutMs: 200 });
    silent.closeAllConnections();
    silent.close();

    expect(outcome.message).toBe('127.0.0.1: didn’t answer within 0.2 seconds. Check the address and the firewall.');
  });
});
