/** Tier pages and tier offers of Silver, Black and Founders. */
import { pageRecord } from '#domains/content/model/record.ts';
import { writePages } from '#domains/content/server/page.repository.ts';
import { type ServedShop, serveSampleShop } from './support/served-shop.ts';
import { openAccount } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const OPEN = 'old-block-shiraz-2021';
const FROM_SILVER = 'the-sisters-pinot-noir-2022';
const FROM_GOLD = 'railway-siding-cabernet-sauvignon-2012';
const MEMBERS_LETTER = pageRecord.parse({
  record: 'page',
  template: 'content',
  id: 'a-letter',
  path: '/a-letter',
  title: 'A letter',
  blocks: [{ type: 'offers', offerIds: [OPEN, FROM_SILVER, FROM_GOLD] }],
});

let shop: ServedShop;

test.beforeAll(async () => {
  shop = await serveSampleShop();
  await shop.database.transaction((transaction) => writePages(transaction, [MEMBERS_LETTER]));
  await shop.running.services.content.refresh();
});
test.afterAll(async () => {
  await shop?.stop();
});

for (const { tier, email, name, next, sees } of [
  { tier: 'SILVER', email: 'green@cellardoor.example', name: 'Silver', next: 'Gold', sees: [OPEN, FROM_SILVER] },
  { tier: 'BLACK', email: 'black@cellardoor.example', name: 'Black', next: null, sees: [OPEN, FROM_SILVER, FROM_GOLD] },
  { tier: 'FOUNDERS', email: 'green@cellardoor.example', name: 'Founders', next: null, sees: [OPEN, FROM_SILVER, FROM_GOLD] },
])
  test(`shows a ${name} member their tier and their offers [ACC-2, LOY-11]`, { tag: '@phone' }, async ({ visit }) => {
    await shop.database.execute({
      text: "update customer_markets set tier = $2 where market = 'AU' and customer_id = (select id from customers where email = $1)",
      values: [email, tier],
    });
    const { page, audit } = await visit(shop.urlOf('localhost'));
    const main = page.getByRole('main');
    const cards = async () =>
      (await main.locator('article[data-offer]').evaluateAll((each) => each.map((card) => card.getAttribute('data-offer')))).sort();
    await page.goto('/a-letter');
    expect(await cards()).toEqual([OPEN]);
    await openAccount(page, '/account/very-important-mofo', email);
    await page.getByRole('heading', { level: 1, name: `You’re a ${name} member` }).waitFor();
    expect(await main.getByText(/more to reach/).count()).toBe(next === null ? 0 : 1);
    if (next !== null) await main.getByText(`more to reach ${next}`).waitFor();
    await main.getByRole('link', { name: 'Offers for your tier' }).click();
    await page.getByRole('heading', { level: 1, name: `Offers for ${name} members` }).waitFor();
    await main.locator(`[data-offer="${FROM_SILVER}"]`).waitFor();
    expect((await cards()).includes(FROM_GOLD)).toBe(sees.includes(FROM_GOLD));
    await audit();
    await page.goto('/a-letter');
    await expect.poll(cards).toEqual([...sees].sort());
  });
