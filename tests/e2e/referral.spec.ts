import { addToCart, findWine } from './support/guest-buys.ts';
import { type ServedShop, serveSampleShop } from './support/served-shop.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

let shop: ServedShop;

test.beforeAll(async () => {
  shop = await serveSampleShop();
});
test.afterAll(async () => {
  await shop?.stop();
});

test('gives a member a link to share, and a friend who opens it the credit off the cart [REF-2, REF-4]', async ({ visit }) => {
  const member = await visit(shop.urlOf('localhost'));
  await member.page.goto('/account/referral');
  await signIn(member.page, 'green@cellardoor.example');
  const link = member.page.getByLabel('Link for friends');
  await link.waitFor();
  const url = await link.inputValue();
  expect(url).toContain('/?vmcode=FRIEND-');
  await member.page.getByRole('link', { name: 'Email a friend' }).waitFor();
  await member.audit();

  const friend = await visit(shop.urlOf('localhost'));
  await friend.page.goto(url);
  await expect.poll(() => new URL(friend.page.url()).search).toBe('');
  await findWine(friend.page, '/wines');
  await addToCart(friend.page);
  await friend.page.goto('/cart');
  await friend.page
    .getByText(/FRIEND-[A-Z2-9]{8}/)
    .first()
    .waitFor();
  await friend.page
    .getByRole('main')
    .getByText(/[−-]\s*\$25\.00/)
    .first()
    .waitFor({ state: 'attached' });
});
