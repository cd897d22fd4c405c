import { getMarketConfig } from '#markets/market.ts';
import { PHONE } from './support/browser.ts';
import {
  addToCart,
  enterDetails,
  findWine,
  GUEST,
  goToCheckout,
  orderNumber,
  payWith,
  setQuantity,
  straightToCheckout,
} from './support/guest-buys.ts';
import { type ServedShop, SITES, serveSampleShop } from './support/served-shop.ts';
import { expect, test } from './support/test.ts';

let shop: ServedShop;

test.beforeAll(async () => {
  shop = await serveSampleShop();
});
test.afterAll(async () => {
  await shop?.stop();
});

for (const { site, host, market, listPath } of SITES)
  test(`a guest at ${site} finds, adds, changes, applies WELCOME20, checks out and pays [CHK-6, CHK-7, CHK-10, CHK-14, CHK-16, CHK-34, CHK-35, CHK-36, SHIP-11, SHIP-12, SHIP-13]`, async ({
    visit,
    viewport,
  }) => {
    const { page, violations, axe } = await visit(shop.urlOf(host));
    // Covers both markets, themes and widths, but not every combination. every-page.spec.ts covers the rest.
    const isLookedAt = host === 'localhost' || (host === 'spirits.sg.localhost' && viewport?.width === PHONE.width);
    const expectNoViolations = async () => expect([...violations, ...(isLookedAt ? await axe() : [])]).toEqual([]);
    await page.goto('/');
    await expectNoViolations();
    const wine = await findWine(page, listPath);
    await expectNoViolations();
    await addToCart(page);

    await page.goto('/cart');
    await page.getByRole('main').getByRole('spinbutton', { name: 'Quantity' }).waitFor();
    await page
      .getByRole('main')
      .getByRole('link', { name: wine.replace(/,? (\d{4}|NV|\d+ years)$/, '') })
      .first()
      .waitFor();
    if (market === 'AU') {
      await page.getByText('add 2 more cases').first().waitFor();
      await setQuantity(page, 3);
      await page.getByText('Free because you ordered 3 or more cases.').first().waitFor();
    } else {
      await setQuantity(page, 3);
      await page.getByText('Free because your order is over $200!').first().waitFor();
    }
    await page.getByRole('textbox', { name: 'Coupon code' }).fill('NOSUCH');
    await page.getByRole('button', { name: 'Apply coupon' }).click();
    await page.getByText('The coupon NOSUCH is not valid.').waitFor();
    await page.getByRole('textbox', { name: 'Coupon code' }).fill('WELCOME20');
    await page.getByRole('button', { name: 'Apply coupon' }).click();
    await page.getByText('−$20.00').filter({ visible: true }).first().waitFor();
    await expectNoViolations();

    const visited: string[] = [];
    page.on('framenavigated', (frame) => void visited.push(frame.url().replace(/^http:\/\/[^/]*/, '')));
    await goToCheckout(page, GUEST[market].email);
    const steps = visited.map((path) => path.replace(/=.*/, '='));
    expect(steps.slice(0, 3)).toEqual(['/auth/guest-checkout', '/guest-checkout?email=', '/cart?redirection_ts=']);
    await page.getByText(getMarketConfig(market).licenceNotice).first().waitFor();
    await expectNoViolations();
    await enterDetails(page, market);
    await page.getByRole('button', { name: 'Place order' }).click();
    await page.waitForURL(/\/sandbox-gateway\/pay\//);
    await expectNoViolations();
    await payWith(page, '4242 4242 4242 4242');
    const number = await orderNumber(page);
    expect(number).toBeGreaterThanOrEqual(1000001);
    await expectNoViolations();
    await page.getByText(/^Expected \w+ \d+.* to /).waitFor();
    const calendar = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Add to calendar' }).click();
    expect((await calendar).suggestedFilename()).toBe(`delivery-${number}.ics`);

    await page.reload();
    expect(await orderNumber(page)).toBe(number);
    await page.goto('/cart');
    await page
      .getByText(/cart is empty/i)
      .first()
      .waitFor();
    await page.goto('/dev/mailbox');
    await page.getByText(`Your Cellardoor order #${number}`).first().waitFor();
  });

test('the cart opens on every page and marks the body [CART-27, NAME-27]', { tag: '@desktop' }, async ({ visit }) => {
  const { page } = await visit(shop.urlOf('localhost'));
  await findWine(page, '/wines');
  const marker = () => page.locator('body').getAttribute('data-cart');
  await addToCart(page);
  // Adding the first case creates the cart and opens it.
  await expect.poll(marker).toBe('open');
  await page.keyboard.press('Escape');
  await expect.poll(marker).toBe('closed');
  for (const path of ['/', '/wines', '/cart']) {
    await page.goto(path);
    await page
      .getByRole('banner')
      .getByRole('link', { name: /cart, 1 case/i })
      .click();
    await expect.poll(marker, { message: path }).toBe('open');
  }
});

test('a double click on Place order makes one order and one charge [CHK-3]', { tag: '@desktop' }, async ({ visit }) => {
  const { page } = await visit(shop.urlOf('localhost'));
  await straightToCheckout(page, GUEST.AU.email);
  await enterDetails(page, 'AU');
  const before = await shop.database.queryOne<{ count: number }>({ text: 'select count(*) from orders' });
  await page.getByRole('button', { name: 'Place order' }).dblclick();
  await payWith(page, '4242 4242 4242 4242');
  await orderNumber(page);
  const after = await shop.database.queryOne<{ count: number; captures: number }>({
    text: "select (select count(*) from orders) as count, (select count(*) from sandbox_gateway.payments where status = 'captured') as captures",
  });
  expect(after?.count).toBe((before?.count ?? 0) + 1);
  const paid = await shop.database.queryOne<{ count: number }>({
    text: 'select count(*) from orders where payment_id is not null and number is not null',
  });
  expect(after?.captures).toBe(paid?.count);
});

test('a declined card and one without funds show the reason, and another one pays [CHK-37, CHK-38]', { tag: '@phone' }, async ({
  visit,
}) => {
  const { page } = await visit(shop.urlOf('localhost'));
  await straightToCheckout(page, GUEST.AU.email);
  await enterDetails(page, 'AU');
  await page.getByRole('button', { name: 'Place order' }).click();
  await payWith(page, '4000 0000 0000 0002');
  await page.getByText('The card was declined.').waitFor();
  await payWith(page, '4000 0000 0000 9995');
  await page.getByText('The card has insufficient funds.').waitFor();
  await payWith(page, '4242 4242 4242 4242');
  expect(await orderNumber(page)).toBeGreaterThan(0);
});

test('a card that needs confirmation, and one whose response is lost, each end in one order [CHK-39, CHK-40]', { tag: '@desktop' }, async ({
  visit,
}) => {
  for (const number of ['4000 0027 6000 3184', '4000 0000 0000 0259']) {
    // The browser logs the lost response.
    const { page } = await visit(shop.urlOf('localhost'), { expectsViolations: number.endsWith('0259') });
    await straightToCheckout(page, GUEST.AU.email);
    await enterDetails(page, 'AU');
    await page.getByRole('button', { name: 'Place order' }).click();
    await payWith(page, number);
    if (number.includes('3184')) await page.getByRole('button', { name: 'Approve' }).click();
    expect(await orderNumber(page)).toBeGreaterThan(0);
  }
});

const PLACES = [
  { name: 'a suburb that does not belong to its postcode', host: 'localhost', market: 'AU', wrong: '3000', right: '3068' },
  { name: 'a postal code of an unknown sector', host: 'sg.localhost', market: 'SG', wrong: '748913', right: '288913' },
] as const;
for (const { name, host, market, wrong, right } of PLACES)
  test(`${name} shows the error of the locality when the field is left [CHK-18] @slow`, { tag: '@phone' }, async ({ visit }) => {
    const { page, audit } = await visit(shop.urlOf(host));
    await straightToCheckout(page, GUEST[market].email);
    await enterDetails(page, market, { postcode: wrong });
    const sentence = page.getByText('Something wrong with the address, please check suburb, postcode or state if they are matching');
    await sentence.waitFor();
    await audit();
    // The shop validates independently of the browser and returns the same message.
    const answered = page.waitForResponse((response) => response.url().includes('/api/checkout/place-order'));
    await page.getByRole('button', { name: 'Place order' }).click();
    expect(await (await answered).json()).toMatchObject({ code: 'address_mismatch' });
    await sentence.waitFor();
    await page.getByLabel('Postcode', { exact: true }).fill(right);
    await sentence.waitFor({ state: 'detached' });
    await page.getByLabel('Postcode', { exact: true }).blur();
  });

test.describe('without JavaScript', () => {
  for (const { site, host, listPath } of SITES)
    test(`${site} can be browsed and read, and says that buying needs JavaScript [CONT-42]`, { tag: '@phone' }, async ({ visit }) => {
      const { page } = await visit(shop.urlOf(host), { javaScriptEnabled: false });
      await page.goto('/');
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
      await page.goto(listPath);
      await page.getByRole('main').getByRole('article').first().getByRole('link').first().click();
      await page.waitForURL(/\/wines\/[^/]+\/[^/]+$/);
      expect(await page.getByRole('main').innerText()).toMatch(/JavaScript/);
    });
});

test('a field that was filled in while the page loads is checked by what it holds @slow', { tag: '@desktop' }, async ({ visit }) => {
  const { page } = await visit(shop.urlOf('localhost'));
  await page.goto('/wines/wirrabeen-ridge/old-block-shiraz-2021');
  await addToCart(page);
  await page.goto('/cart');
  await goToCheckout(page, GUEST.AU.email);
  const scripts = Promise.withResolvers<void>();
  await page.route(/\/assets\/vendor-/, async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  const firstName = page.getByLabel('First name');
  await firstName.fill('Grace');

  // Leaves the field again and again until some time after the hydration.
  const leaving = await firstName.evaluateHandle((input) => ({
    end: new Promise<void>((resolve) => {
      const { port1, port2 } = new MessageChannel();
      let rounds = 0;
      port1.onmessage = () => {
        input.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
        if (Object.keys(input).some((key) => key.startsWith('__reactFiber'))) rounds += 1;
        if (rounds < 500) port2.postMessage(null);
        else resolve();
      };
      port2.postMessage(null);
    }),
  }));
  scripts.resolve();
  await leaving.evaluate(({ end }) => end);

  await expect(page.getByText('Enter your first name')).toHaveCount(0);
  await expect(firstName).toHaveValue('Grace');
});

test('an address that was filled in while the page loads is checked too @slow', { tag: '@desktop' }, async ({ visit }) => {
  const { page } = await visit(shop.urlOf('localhost'));
  await straightToCheckout(page, GUEST.AU.email);
  const scripts = Promise.withResolvers<void>();
  await page.route(/\/assets\/vendor-/, async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  await enterDetails(page, 'AU', { postcode: '3000' });

  scripts.resolve();

  await page.getByText('Something wrong with the address', { exact: false }).waitFor();
});
