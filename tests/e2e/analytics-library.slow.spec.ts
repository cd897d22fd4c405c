import { addToCart, findWine } from './support/guest-buys.ts';
import { serveSampleShop } from './support/served-shop.ts';
import { expect, test } from './support/test.ts';

test.use({ isMeasured: true });

const PORT = 3112;

test('accepts events of Segment’s own browser library without changes [ANA-1]', { tag: '@desktop' }, async ({ visit }) => {
  const env = { PORT: String(PORT), SEGMENT_WRITE_KEY: 'cellardoor', SEGMENT_MODE: 'client', SEGMENT_URL: `http://localhost:${PORT}` };
  const shop = await serveSampleShop(env);
  const { page, close } = await visit(shop.urlOf('localhost'));
  await findWine(page, '/wines');
  await page.getByText('We use analytics').waitFor();
  await addToCart(page);
  const receivedEvents = () =>
    shop.database.queryMany<{ type: string; name: string | null; library: string }>({
      text: "select type, name, event->'context'->'library'->>'name' as library from analytics_events where name is null or name not like 'insight %'",
    });
  await expect
    .poll(receivedEvents)
    .toEqual(
      expect.arrayContaining([
        expect.objectContaining({ type: 'page', library: 'analytics.js' }),
        expect.objectContaining({ type: 'track', name: 'Product Added', library: 'analytics.js' }),
      ]),
    );
  await close();
  await shop.stop();
});
