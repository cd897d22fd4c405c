import { readFile } from 'node:fs/promises';
import { formatCode } from '#domains/selling/gift-cards/model/code.ts';
import { giftDetails } from '#domains/selling/gift-cards/model/gift-details.ts';
import { issueGiftCard } from '#domains/selling/gift-cards/server/gift-card.repository.ts';
import { buyer, yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestCustomer, PASSWORD, type TestCustomer } from '#tests/fixtures/customer.ts';
import { linkIn, mailCount, mailTo } from '#tests/fixtures/mailbox.ts';
import { visitor } from '#tests/fixtures/test-client.ts';
import { type ServedShop, serveSampleShop } from './support/served-shop.ts';
import { openAccount, signInLink } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

let shop: ServedShop;

test.beforeAll(async () => {
  shop = await serveSampleShop();
});
test.afterAll(async () => {
  await shop?.stop();
});

const customer = (): Promise<TestCustomer> => createTestCustomer(shop, { withPassword: true });

const PLENTY = { offerId: 'again-plenty', productId: 990_001, name: 'Plenty Shiraz' };
const LAST = { offerId: 'again-last', productId: 990_002, name: 'Last Riesling', level: 1 };

/** Creates a paid order of a customer with one case of each of two offers. @returns its id */
async function order(of: TestCustomer): Promise<string> {
  await shop.stock(PLENTY, LAST);
  const shopper = await buyer(shop, [PLENTY.productId, LAST.productId], 'localhost', { email: of.email });
  const placed = yes(await shopper.placeOrder());
  await shopper.pay(placed.data.nextUrl);
  const id =
    yes(await shopper.settle())
      .data.nextUrl.split('/')
      .at(-1) ?? '';
  await shop.database.execute({ text: 'update orders set customer_id = $2 where id = $1', values: [id, of.id] });
  return id;
}

test('changes the email with the code sent to the new address, and rejects the address of another account [ID-44, ID-45]', {
  tag: '@phone',
}, async ({ visit }) => {
  const { email } = await customer();
  const { page, audit } = await visit(shop.urlOf('localhost'));
  const main = page.getByRole('main');
  await openAccount(page, '/account/email', email, PASSWORD);
  await main.getByLabel('New email').fill('Gold@cellardoor.example');
  await main.getByRole('button', { name: 'Send code' }).click();
  await main.getByText('This e-mail belongs to another account. Please choose a different one.').waitFor();
  await audit();

  const renamed = `new-${email}`;
  await shop.database.execute({ text: "update sessions set authenticated_at = now() - interval '6 minutes'" });
  await main.getByLabel('New email').fill(renamed);
  await main.getByRole('button', { name: 'Send code' }).click();
  await main.getByText('Please enter your password, or sign in again, to make this change.').waitFor();
  await main.getByLabel('Password').fill(PASSWORD);
  await main.getByRole('button', { name: 'Send code' }).click();
  await main.getByText(`We’ve sent a code to ${renamed}.`).waitFor();
  const code = /\b\d{6}\b/.exec((await mailTo(shop, renamed, 'Your Cellardoor code')).text)?.[0] ?? '';
  await main.getByLabel('Code').fill(code === '000000' ? '111111' : '000000');
  await main.getByRole('button', { name: 'Change email' }).click();
  await main.getByText('That is not the code of the mail. Please try again.').waitFor();
  await main.getByRole('button', { name: 'Resend code' }).click();
  await main.getByText(`We’ve sent another code to ${renamed}.`).waitFor();
  await expect.poll(() => mailCount(shop, renamed)).toBe(2);
  const second = /\b\d{6}\b/.exec((await mailTo(shop, renamed, 'Your Cellardoor code')).text)?.[0] ?? '';
  await main.getByLabel('Code').fill(second);
  await main.getByRole('button', { name: 'Change email' }).click();
  await main.getByText(`Your email is now ${renamed}.`).waitFor();
  await main.getByRole('navigation').getByRole('link', { name: 'Your details' }).click();
  await main.getByText(`You sign in as ${renamed} (confirmed).`).waitFor();
});

test('shows an unconfirmed email and resends the verification [ID-48] @slow', { tag: '@desktop' }, async ({ visit }) => {
  const { email, id } = await customer();
  await shop.database.execute({ text: 'update customers set email_verified = false where id = $1', values: [id] });
  const { page, audit } = await visit(shop.urlOf('localhost'));
  await openAccount(page, '/account/profile', email, PASSWORD);
  await page.getByLabel('First name').fill('Amazing');
  await page.getByRole('button', { name: 'Save details' }).click();
  await page.getByRole('banner').getByRole('button', { name: 'Account, Amazing Hopper' }).waitFor();
  await page.getByRole('button', { name: 'Resend confirmation email' }).click();
  await page.getByText('We’ve emailed you a link.').waitFor();
  await audit();
  await page.goto(linkIn(await mailTo(shop, email, 'Confirm your email')));
  await page.getByRole('main').getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('heading', { name: 'Thank you' }).waitFor();
  await page.goto('/account/profile');
  await page.getByText(`You sign in as ${email} (confirmed).`).waitFor();
});

test('keeps a profile that was not saved, with the error beside its field or above the button [ACC-7] @slow', { tag: '@desktop' }, async ({
  visit,
}) => {
  const { email } = await customer();
  const { page, violations } = await visit(shop.urlOf('localhost'), { expectsViolations: true });
  await openAccount(page, '/account/profile', email, PASSWORD);
  const main = page.getByRole('main');
  const phone = main.getByLabel('Phone');
  const save = main.getByRole('button', { name: 'Save details' });
  await main.getByLabel('First name').fill('Grace');
  await phone.fill('123');
  await save.click();
  await expect(phone).toHaveAccessibleDescription(/phone/i);
  await expect(main.getByRole('alert')).toHaveCount(1);

  await phone.fill('0412 345 678');
  await page.route('**/api/account/profile', (route) => route.abort());
  await save.click();
  await main.getByText('We can’t reach the shop. Please try again.').waitFor();
  await expect(main.getByLabel('First name')).toHaveValue('Grace');
  await expect(phone).toHaveValue('0412 345 678');

  await page.unroute('**/api/account/profile');
  await save.click();
  await main.getByText('Saved.').waitFor();
  await expect(main.getByRole('alert')).toHaveCount(0);
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Account, Grace/ })
    .waitFor();
  expect(violations.filter((violation) => !/ERR_FAILED|422/.test(violation))).toEqual([]);
});

test('buys an order again and reports what is no longer sold [ACC-5]', { tag: '@phone' }, async ({ visit }) => {
  const own = await customer();
  const id = await order(own);
  const { page, audit } = await visit(shop.urlOf('localhost'));
  await openAccount(page, '/account/orders', own.email, PASSWORD);
  const main = page.getByRole('main');
  await main.getByRole('link', { name: /^Order #\d+/ }).click();
  await main.getByText('Paid.').waitFor();
  expect(new URL(page.url()).pathname).toBe(`/account/orders/${id}`);
  await main.getByRole('button', { name: 'Buy again' }).click();
  await main.getByText('1 case added to your cart at today’s price.').waitFor();
  await main.getByText('Last Riesling 2022 is sold out.').waitFor();
  await audit();
  await page.keyboard.press('Escape');
  await main.getByRole('link', { name: 'View cart' }).click();
  await main.getByRole('spinbutton', { name: 'Quantity' }).waitFor();
});

test('checks a gift card and adds it to the credit, which lists its entries @slow', { tag: '@phone' }, async ({ visit }) => {
  const own = await customer();
  const code = await shop.database.transaction((transaction) =>
    issueGiftCard(transaction, { market: 'AU', cents: 5_000, bought: null, details: giftDetails.parse({}), sendAt: null }),
  );
  const { page, audit } = await visit(shop.urlOf('localhost'));
  await openAccount(page, '/account', own.email, PASSWORD);
  const main = page.getByRole('main');
  await main.getByRole('navigation').getByRole('link', { name: 'Credit and gift cards' }).click();
  await main.getByLabel('Gift card code').fill('nothing');
  await main.getByRole('button', { name: 'Check balance' }).click();
  await main.getByText("We don't recognise that gift card code. Check it and try again.").waitFor();
  await main.getByLabel('Gift card code').fill(formatCode(code ?? '').toLowerCase());
  await main.getByRole('button', { name: 'Check balance' }).click();
  await main.getByText('This card has $50.00 left and is valid until', { exact: false }).waitFor();
  await main.getByRole('button', { name: 'Add to my credit' }).click();
  await main.getByText('We’ve added $50.00 to your store credit. It doesn’t expire.').waitFor();
  await main.getByText(`Gift card ending in ${code?.slice(-4)}`).waitFor();
  await main.getByText('+$50.00').waitFor();
  await audit();
});

test('downloads personal data and deletes the account; the order stays without the person', {
  tag: '@desktop',
}, async ({ visit }) => {
  const own = await customer();
  const id = await order(own);
  await shop.database.execute({ text: "update orders set status = 'Completed' where id = $1", values: [id] });
  const { page, audit } = await visit(shop.urlOf('localhost'));
  await openAccount(page, '/account/privacy', own.email, PASSWORD);
  const main = page.getByRole('main');
  const [file] = await Promise.all([page.waitForEvent('download'), main.getByRole('button', { name: 'Download my data' }).click()]);
  expect(file.suggestedFilename()).toBe('cellardoor-my-data.json');
  const data = JSON.parse(await readFile(await file.path(), 'utf8'));
  expect(data).toMatchObject({ account: { email: own.email }, orders: [{ email: own.email }] });

  await main.getByLabel('Password').fill('not mine');
  await main.getByLabel('I understand that this can’t be undone').check();
  await main.getByRole('button', { name: 'Delete my account' }).click();
  await main.getByText('That is not your password.').waitFor();
  await audit();
  await main.getByLabel('Password').fill(PASSWORD);
  await main.getByRole('button', { name: 'Delete my account' }).click();
  await signInLink(page).waitFor();
  const remaining = await shop.database.queryOne({
    text: 'select customer_id, email, number is not null as kept from orders where id = $1',
    values: [id],
  });
  expect(remaining).toEqual({ customer_id: 0, email: '', kept: true });
  const again = await visitor(shop).post('/auth/login/using-password', { email: own.email, password: PASSWORD });
  expect(again.location).toContain('wrong_credentials');
});
