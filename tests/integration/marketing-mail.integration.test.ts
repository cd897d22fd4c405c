import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountContract } from '#domains/customers/account/contract.ts';
import { CONSENT_WORDING } from '#domains/customers/consent/model/marketing.ts';
import { identityContract } from '#domains/customers/identity/contract.ts';
import { runLoyaltyMaintenance } from '#domains/customers/loyalty/server/loyalty-jobs.ts';
import { pushContract } from '#domains/outbound/push/contract.ts';
import { DEFAULT_MAIL_TEXTS } from '#domains/settings/model/mail-texts.ts';
import { readConfig } from '#lib/server/config.ts';
import { startJobs } from '#lib/server/jobs.ts';
import { todayIn } from '#markets/market-day.ts';
import { QUEUE_NAMES } from '#server/jobs/queue-workers.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestCustomer, type TestCustomer } from '#tests/fixtures/customer.ts';
import { linkIn, mailCount, mailTo } from '#tests/fixtures/mailbox.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { visitor } from '#tests/fixtures/test-client.ts';

let shop: TestShop;
let jobs: Awaited<ReturnType<typeof startJobs>>;

beforeAll(async () => {
  shop = await createTestShop({ POSTAL_ADDRESS_AU: '7 Rathdowne Street, Carlton VIC 3053' });
  jobs = await startJobs(shop.database, QUEUE_NAMES, () => {});
});
afterAll(async () => {
  await jobs.stop();
  await shop.stop();
});

/**
 * A Gold member of Australia alone whose birthday is today in Sydney. A member of both markets gets a coupon of each, and their days are the
 * same for most of the day.
 */
async function celebrant(): Promise<TestCustomer> {
  const customer = await createTestCustomer(shop, { tier: 'GOLD' });
  await shop.database.execute({
    text: 'update customers set user_metadata = user_metadata || $2 where id = $1',
    values: [customer.id, JSON.stringify({ birthday: `1979${todayIn('AU', new Date()).slice(4)}` })],
  });
  await shop.database.execute({ text: "delete from customer_markets where customer_id = $1 and market <> 'AU'", values: [customer.id] });
  return customer;
}
const consent = async ({ bearer }: TestCustomer, email: boolean, sms = false) =>
  yes(await shop.call(accountContract).saveConsent({ email, sms }, { bearer }));
const iteration = () =>
  runLoyaltyMaintenance(
    { config: readConfig({ PUBLIC_URL: 'http://localhost' }), database: shop.database, textsOf: () => DEFAULT_MAIL_TEXTS },
    jobs,
  );
const couponsOf = ({ id }: TestCustomer) =>
  shop.database.queryMany({ text: "select 1 from loyalty_coupons where customer_id = $1 and market = 'AU'", values: [id] });
const consentsOf = ({ id }: Pick<TestCustomer, 'id'>) =>
  shop.database.queryMany({
    text: 'select channel, granted, wording, source, market from marketing_consents where customer_id = $1 order by at, id',
    values: [id],
  });
const jobsDone = () =>
  expect
    .poll(() =>
      shop.database.queryMany({
        text: "select 1 from pgboss.job where name = 'send-marketing-email' and state in ('created', 'active', 'retry')",
      }),
    )
    .toEqual([]);

describe('birthday coupons', () => {
  test('are issued and mailed only to a customer who consented', async () => {
    const [subscribed, silent] = [await celebrant(), await celebrant()];
    await consent(subscribed, true);

    await iteration();

    expect(await couponsOf(subscribed)).toHaveLength(1);
    expect(await couponsOf(silent)).toEqual([]);
    await mailTo(shop, subscribed.email, 'Happy birthday');
    expect(await mailCount(shop, silent.email)).toBe(0);
  });

  test('are not mailed after consent was withdrawn between queueing and sending', async () => {
    const customer = await celebrant();
    await consent(customer, true);
    await shop.database.transaction(async (transaction) => {
      await jobs.queue(transaction, 'send-marketing-email', {
        customerId: customer.id,
        market: 'AU',
        letter: { subject: 'News', paragraphs: ['Hello'], action: null, code: null, closing: 'Cheers,' },
      });
      await transaction.execute({
        text: `update customers set user_metadata = user_metadata || '{"marketing_email": false}' where id = $1`,
        values: [customer.id],
      });
    });

    await jobsDone();

    expect(await mailCount(shop, customer.email)).toBe(0);
  });
});

describe('a marketing mail', () => {
  const sent = async () => {
    const customer = await celebrant();
    await consent(customer, true, true);
    await iteration();
    return { customer, mail: await mailTo(shop, customer.email, 'Happy birthday') };
  };

  test('names its sender with postal address and has the one-click unsubscribe headers [ACC-15]', async () => {
    const { mail } = await sent();

    for (const body of [mail.text, mail.html]) {
      expect(body).toContain('Cellardoor Pty Ltd (sample), ABN 00 000 000 000');
      expect(body).toContain('7 Rathdowne Street, Carlton VIC 3053');
      expect(body).toContain('Unsubscribe');
    }
    expect(mail.headers).toEqual({
      'List-Unsubscribe': expect.stringMatching(/^<http:\/\/localhost\/unsubscribe\?token=\d+\.email\.[\w-]{43}>$/),
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    expect(mail.html).toContain(mail.headers['List-Unsubscribe']?.slice(1, -1));
  });

  const pathIn = (headers: Readonly<Record<string, string>>) => {
    const url = new URL(headers['List-Unsubscribe']?.slice(1, -1) ?? '');
    return `${url.pathname}${url.search}`;
  };

  test('unsubscribes by the one-click post of a mail program, once, without changing SMS', async () => {
    const { customer, mail } = await sent();
    const path = pathIn(mail.headers);
    const program = visitor(shop);
    const oneClick = () => program.post(path, { 'List-Unsubscribe': 'One-Click' }, { origin: '' });

    expect(await oneClick()).toMatchObject({ status: 200, location: null });
    expect(await oneClick()).toMatchObject({ status: 200 });

    expect(await consentsOf(customer)).toEqual([
      { channel: 'email', granted: true, wording: CONSENT_WORDING.email, source: 'account', market: 'AU' },
      { channel: 'sms', granted: true, wording: CONSENT_WORDING.sms, source: 'account', market: 'AU' },
      { channel: 'email', granted: false, wording: CONSENT_WORDING.email, source: 'one_click', market: 'AU' },
    ]);
    const { user_metadata } = yes(await shop.call(accountContract).profile({}, { bearer: customer.bearer })).data;
    expect(user_metadata).toMatchObject({ marketing_email: false, marketing_sms: true });
  });

  test('unsubscribes by a one-click post of a multipart body', async () => {
    const { customer, mail } = await sent();
    const body = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';

    const response = await fetch(`http://localhost:${shop.running.port}${pathIn(mail.headers)}`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body,
    });

    expect(response.status).toBe(200);
    expect((await consentsOf(customer)).at(-1)).toMatchObject({ channel: 'email', granted: false, source: 'one_click' });
  });

  test('links to a page that changes nothing until its button is pressed', async () => {
    const { customer, mail } = await sent();
    const path = pathIn(mail.headers);
    const person = visitor(shop);

    const page = await person.get(path);
    expect(page.status).toBe(200);
    expect(page.text).toContain('We’ll stop sending you news and offers by email');
    expect(await consentsOf(customer)).toHaveLength(2);

    const after = await person.post(path, { confirm: 'yes' });
    expect(after).toMatchObject({ status: 303, location: path });
    expect((await person.get(path)).text).toContain('You’re unsubscribed');
    expect((await consentsOf(customer)).at(-1)).toMatchObject({ granted: false, source: 'unsubscribe_page' });
  });

  test.each([
    ['a link that was not made here', '/unsubscribe?token=1.email.xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx', { confirm: 'yes' }, 404],
    ['no link', '/unsubscribe', { confirm: 'yes' }, 404],
  ])('rejects %s', async (_, path, fields, status) => {
    expect((await visitor(shop).post(path, fields)).status).toBe(status);
    expect((await visitor(shop).get(path)).text).toContain('This unsubscribe link isn’t valid');
  });

  test('changes nothing on a post without the field of a mail program or of the page', async () => {
    const { customer, mail } = await sent();

    expect((await visitor(shop).post(pathIn(mail.headers), { other: 'x' })).status).toBe(400);

    expect(await consentsOf(customer)).toHaveLength(2);
  });
});

describe('consent', () => {
  test('is unticked at joining and recorded with the wording next to the box [ACC-15]', async () => {
    const browser = visitor(shop);
    const page = (await browser.get('/auth/join')).text;
    expect(page).toContain(CONSENT_WORDING.email);
    expect(/<input[^>]*name="marketing_email"[^>]*>/.exec(page)?.[0]).not.toContain('checked');
    const email = `${randomUUID().slice(0, 8)}@example.com`;
    const form = { given_name: 'Mary', family_name: 'Shelley', password: 'a modern prometheus', email, marketing_email: 'yes' };
    await browser.post('/auth/join', form);
    const link = linkIn(await mailTo(shop, email, ''));
    await browser.post('/auth/verify-email', { token: new URL(link, 'http://any').searchParams.get('token') ?? '' });

    const customer = await shop.database.queryOne<{ id: number }>({ text: 'select id from customers where email = $1', values: [email] });
    expect(await consentsOf(customer ?? { id: 0 })).toEqual([
      { channel: 'email', granted: true, wording: CONSENT_WORDING.email, source: 'join', market: 'AU' },
    ]);
  });

  test('is recorded if set through user metadata, and is part of the data download [ID-38]', async () => {
    const customer = await createTestCustomer(shop);
    yes(await shop.call(identityContract).updateMetadata({ user_metadata: '{"marketing_sms":true}' }, { bearer: customer.bearer }));

    expect(await consentsOf(customer)).toEqual([{ channel: 'sms', granted: true, wording: '', source: 'user_metadata', market: 'AU' }]);
    const { data } = yes(await shop.call(accountContract).myData({}, { bearer: customer.bearer }));
    expect(data.consents).toMatchObject([{ channel: 'sms', granted: true }]);
  });

  test('is recorded for notifications with the question, once per device, and withdrawn with the subscription', async () => {
    const customer = await createTestCustomer(shop);
    const push = shop.call(pushContract);
    const endpoint = `https://fcm.googleapis.com/fcm/send/${randomUUID()}`;
    const subscription = { endpoint, p256dh: 'a'.repeat(87), auth: 'b'.repeat(22) };
    yes(await push.subscribe(subscription, { bearer: customer.bearer }));
    yes(await push.subscribe(subscription, { bearer: customer.bearer }));
    yes(await push.unsubscribe({ endpoint }));

    expect(await consentsOf(customer)).toEqual([
      { channel: 'push', granted: true, wording: CONSENT_WORDING.push, source: 'device', market: 'AU' },
      { channel: 'push', granted: false, wording: CONSENT_WORDING.push, source: 'device', market: 'AU' },
    ]);
  });
});
