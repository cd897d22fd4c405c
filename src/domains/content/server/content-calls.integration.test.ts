import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '#lib/client.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestCustomer } from '#tests/fixtures/customer.ts';
import { mailTo } from '#tests/fixtures/mailbox.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { contentContract } from '../contract.ts';
import { type PageRecord, pageRecord } from '../model/record.ts';
import { writePages } from './page.repository.ts';

let shop: TestShop;
let content: Client<typeof contentContract>;

const FORM = {
  type: 'form',
  formId: 'contact',
  fields: [
    { name: 'email', label: 'Your e-mail', kind: 'email', isRequired: true },
    { name: 'message', label: 'Your message', kind: 'long', isRequired: true, longest: 40 },
  ],
};

const record = (id: string, more: object = {}): PageRecord =>
  pageRecord.parse({ record: 'page', id, template: 'content', path: `/${id}`, title: `Page ${id}`, ...more });

async function put(...pages: readonly PageRecord[]): Promise<void> {
  await shop.database.transaction((transaction) => writePages(transaction, pages));
  await shop.running.services.content.refresh();
}

beforeAll(async () => {
  shop = await createTestShop({ CONTACT_EMAIL: 'desk@shop.example' });
  content = shop.call(contentContract);
  await put(
    record('about', { blocks: [{ type: 'text', heading: 'Us', body: 'Two of **us**.' }, FORM] }),
    record('later', { publishAt: '2999-01-01T00:00:00Z' }),
    record('rough', { state: 'draft' }),
    record('gold-only', { tiersEligible: ['GOLD'] }),
    record('singapore', { markets: ['SG'] }),
    record('locked', { paywall: { password: 'claret' }, blocks: [{ type: 'text', body: 'The secret words.' }] }),
  );
});
afterAll(() => shop.stop());

describe('content page', () => {
  test('returns the page with its markup parsed [CONT-1]', async () => {
    expect(yes(await content.page({ path: '/about' })).data.blocks[0]).toEqual({
      type: 'text',
      heading: 'Us',
      body: [
        {
          kind: 'paragraph',
          line: [
            { kind: 'text', text: 'Two of ' },
            { kind: 'strong', text: 'us' },
            { kind: 'text', text: '.' },
          ],
        },
      ],
    });
  });

  test.each(['/later', '/rough', '/gold-only', '/singapore', '/none', ''])('does not return %s to a guest of AU', async (path) => {
    expect(await content.page({ path })).toMatchObject({ ok: false, status: 404, code: 'page_not_found' });
  });

  test('returns a page for a tier with its token only [CAT-17]', async () => {
    const { bearer } = await createTestCustomer(shop, { tier: 'GOLD' });
    expect(yes(await content.page({ path: '/gold-only' }, { bearer })).data).toMatchObject({ isHidden: true });
  });

  test('leaves out the blocks of a page behind a paywall', async () => {
    const response = await shop.get('/api/content/page?path=/locked');
    expect(response.status).toBe(200);
    expect(response.text).not.toContain('secret words');
    expect(response.text).not.toContain('claret');
  });

  test('leaves drafts out of pages, lists and the sitemap', async () => {
    await put(record('rough', { state: 'draft', menu: { group: 'help', label: 'Rough' } }));
    const [home, sitemap, own] = await Promise.all([shop.get('/'), shop.get('/sitemaps/pages.xml'), shop.get('/rough')]);
    expect(home.text).not.toContain('/rough');
    expect(sitemap.text).not.toContain('/rough');
    expect(sitemap.text).toContain('/about');
    expect(own.status).toBe(404);
  });

  test('shows a changed page at once, although it was cached', async () => {
    expect((await shop.get('/about')).text).toContain('Page about');
    await put(record('about', { title: 'A new name', blocks: [FORM] }));
    expect((await shop.get('/about')).text).toContain('A new name');
  });
});

describe('form', () => {
  const sent = { path: '/about', formId: 'contact', values: { email: 'ana@example.com', message: 'Hello' } };
  const readSubmissions = () => shop.database.queryMany({ text: 'select form_id, email from form_submissions' });

  test('saves an entry once per idempotency key and emails it to the shop [CONT-46]', async () => {
    for (let time = 0; time < 2; time += 1) yes(await content.sendForm(sent, { idempotencyKey: 'once' }));
    expect(await readSubmissions()).toEqual([{ form_id: 'contact', email: 'ana@example.com' }]);
    expect((await mailTo(shop, 'desk@shop.example', 'contact')).text).toContain('Your message: Hello');
  });

  test.each([
    { name: 'a page that is not there', given: { ...sent, path: '/none' }, code: 'page_not_found' },
    { name: 'a draft', given: { ...sent, path: '/rough' }, code: 'page_not_found' },
    { name: 'a form that is not there', given: { ...sent, formId: 'other' }, code: 'form_not_found' },
    { name: 'a missing message', given: { ...sent, values: { email: 'ana@example.com' } }, code: 'form_invalid' },
    { name: 'a message that is too long', given: { ...sent, values: { ...sent.values, message: 'x'.repeat(41) } }, code: 'form_invalid' },
  ])('rejects $name', async ({ given, code }) => {
    expect(await content.sendForm(given)).toMatchObject({ ok: false, code });
    expect(await readSubmissions()).toHaveLength(1);
  });
});
