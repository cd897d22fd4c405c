import { fileURLToPath } from 'node:url';
import { readConfig } from '#lib/server/config.ts';
import { freePort } from '#packages/embedded-postgres/free-port.ts';
import { loadBuiltRenderer } from '#server/page-cache/page-renderer.ts';
import { type RunningServer, startServer } from '#server/start-server.ts';
import { createTestCustomer, PASSWORD } from '#tests/fixtures/customer.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { accountButton, enterBoth, signInLink } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

let identity: TestShop;
let shop: RunningServer;
let identityOrigin: string;
let shopOrigin: string;

/** Two shops on one database and two same-site origins: the identity service, and the shop that uses it. */
test.beforeAll(async () => {
  const [identityPort, shopPort] = [await freePort(), await freePort()];
  identityOrigin = `http://localhost:${identityPort}`;
  shopOrigin = `http://localhost:${shopPort}`;
  const common = { IDENTITY_URL: identityOrigin, RATE_LIMIT_PER_MINUTE: '1000000', LOG_LEVEL: 'silent' };
  identity = await createTestShop({ ...common, PORT: String(identityPort), PUBLIC_URL: identityOrigin, ALLOWED_ORIGINS: shopOrigin });
  const config = readConfig({ ...common, PORT: String(shopPort), PUBLIC_URL: shopOrigin, ALLOWED_ORIGINS: identityOrigin });
  shop = await startServer(config, identity.database, await loadBuiltRenderer(ROOT), ROOT);
});
test.afterAll(async () => {
  await shop?.stop();
  await identity?.stop();
});

test('signs a shopper in, refreshes and signs out at an identity service on its own origin [ID-6]', { tag: '@desktop' }, async ({
  visit,
}) => {
  const { email } = await createTestCustomer(identity, { withPassword: true });
  const { page, context } = await visit(shopOrigin);
  await page.goto('/cart', { waitUntil: 'networkidle' });
  await signInLink(page).click();
  await page.waitForURL(`${identityOrigin}/auth/login?**`);
  await enterBoth(page, email, PASSWORD);
  await page.waitForURL(`${shopOrigin}/cart`);
  await accountButton(page).waitFor();

  // Without stored tokens the browser obtains new ones silently, because the session at the identity service is active.
  await page.evaluate(() => {
    for (const name of Object.keys(localStorage))
      if (name.startsWith('@@auth0spajs@@') && !name.endsWith('@@user@@')) localStorage.removeItem(name);
  });
  await page.goto('/account/orders');
  await page.getByText('No orders yet.').waitFor();

  await accountButton(page).click();
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click();
  await signInLink(page).waitFor();
  expect(new URL(page.url()).origin).toBe(shopOrigin);
  const at = await context.newPage();
  await at.goto(`${identityOrigin}/auth/login`);
  await at.getByLabel('Email').waitFor();
});
