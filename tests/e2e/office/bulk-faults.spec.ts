/**
 * A connection that is lost while many records are changed, in every list that can: it says what is done and what is not known, continues
 * when it is back, and does nothing twice. The call reaches the server, its answer does not reach the browser.
 */
import type { Page } from '@playwright/test';
import { generateMembers } from '#tests/fixtures/generate-members.ts';
import { send } from '#tests/fixtures/http.ts';
import { OFFICE_HOST } from '#tests/fixtures/office.ts';
import { type OfficeShop, serveOffice } from './support/office.ts';
import { dialog, expect, press, test, toast } from './support/test.ts';

let shop: OfficeShop;

test.beforeAll(async () => {
  shop = await serveOffice({ orders: 60 });
  await generateMembers(shop.database, 40);
  await shop.database.execute({
    text: `insert into redirects (from_path, record, content_hash) select path, jsonb_build_object('record', 'redirect', 'from', path, 'to', '/wines',
        'isPermanent', true, 'markets', array['AU', 'SG']), md5(path) from (select '/lost-' || n as path from generate_series(1, 5) n) p`,
  });
  await shop.database.execute({
    text: `insert into form_submissions (id, form_id, market, page_id, entry, email, received_at, state)
      select gen_random_uuid(), 'contact', 'AU', 'made-' || n, '[]', 'visitor-' || n || '@example.com', now(), 'open' from generate_series(1, 5) n`,
  });
  await shop.database.execute({
    text: `insert into error_groups (fingerprint, source, class, message, component, occurrences, last_seen)
      select md5(n::text), 'server', 'TypeError', 'Error ' || n, 'cart', n, now() from generate_series(1, 5) n`,
  });
  await shop.database.execute({
    text: `insert into webhook_deliveries (event_id, url, state, attempts, created_at, finished_at, next_attempt_at)
      select e.id, 'https://warehouse.example/hooks', 'failed', 16, e.at, e.at, e.at from order_events e where e.event = 'placed' order by e.id limit 5`,
  });
  await shop.database.execute({
    text: `insert into pictures (id, width, height, placeholder, imported_at, name, alt, original_bytes, uploaded_by)
      select 'made' || lpad(n::text, 16, '0'), 1200, 1600, '', now(), 'lost-' || n || '.jpg', '', 400000, 'Kim' from generate_series(1, 5) n`,
  });
});
test.afterAll(async () => {
  await shop?.stop();
});

const numberOf = async (text: string): Promise<number> => (await shop.database.queryOne<{ n: number }>({ text }))?.n ?? -1;

interface BulkList {
  readonly name: string;
  readonly path: string;
  /** Path of the call that changes. */
  readonly call: string;
  /** Which of the calls has no answer. */
  readonly lost?: number;
  /** Starts the change of all rows shown. */
  readonly begin: (page: Page) => Promise<void>;
  /** What is said about it, and about the end. */
  readonly interrupted: RegExp;
  readonly finished: RegExp;
  /** Where it is said. */
  readonly place: 'dialog' | 'toasts';
  /** Records that were changed, and changes in the log: as many as records. */
  readonly changed: string;
  readonly logged: string;
}

const inToolbar = (page: Page, name: string | RegExp): Promise<void> => press(page.getByRole('toolbar'), name);
const loggedAs = (action: string): string =>
  `select count(*)::integer as n from activity_log where action = '${action}' and at > now() - interval '1 hour'`;

const LISTS: readonly BulkList[] = [
  {
    name: 'orders',
    path: '/orders?filter%5Bstatus%5D=Completed',
    call: 'orders/bulk',
    begin: async (page) => {
      await inToolbar(page, 'Add tag');
      await dialog(page).getByRole('textbox', { name: 'Tag' }).fill('counted');
      await press(dialog(page), 'Next');
      await press(dialog(page), /^Add a tag to \d+ orders$/);
    },
    interrupted: /^0 of \d+ are done, and the next \d+ may be\. If you continue, nothing is done twice\.$/,
    finished: /^\d+ orders changed\.$/,
    place: 'dialog',
    changed: "select count(*)::integer as n from order_tags where tag = 'counted'",
    logged: "select count(*)::integer as n from activity_log where action = 'order.tagged'",
  },
  {
    name: 'wines',
    path: '/wines?filter%5Bproducer%5D=Tenuta+Malvardo',
    call: 'wines/bulk',
    begin: async (page) => {
      await inToolbar(page, 'Change price');
      await dialog(page).getByRole('textbox', { name: 'Percent' }).fill('10');
      await press(dialog(page), 'Show what changes');
      await press(dialog(page), /^Change \d+ wines$/);
    },
    interrupted: /^0 of \d+ are done, and the next \d+ may be\./,
    finished: /^\d+ wines changed\.$/,
    place: 'dialog',
    changed: "select count(distinct subject_id)::integer as n from activity_log where action = 'offer.priced'",
    // A second raise would be a second entry.
    logged: loggedAs('offer.priced'),
  },
  {
    name: 'stock',
    path: '/stock?q=office-',
    call: 'stock/thresholds',
    begin: async (page) => {
      await inToolbar(page, 'Set low-stock level');
      await dialog(page)
        .getByLabel(/^Low at/)
        .fill('900');
      await press(dialog(page), 'Next');
      await press(dialog(page), 'Save level of 4 wines');
    },
    interrupted: /^0 of 4 are done, and the next 4 may be\./,
    finished: /^Low-stock level of 4 wines saved\.$/,
    place: 'dialog',
    changed: 'select count(*)::integer as n from stock_levels where threshold = 900',
    logged: "select count(*)::integer as n from activity_log where subject_kind = 'stock' and after->>'threshold' = '900'",
  },
  {
    name: 'members',
    path: '/clubs?q=member-1&filter%5Bstatus%5D=active',
    call: 'clubs/members/bulk',
    begin: async (page) => {
      await inToolbar(page, 'Pause');
      await dialog(page).getByLabel('Reason').fill('The cellar moves');
      await press(dialog(page), 'Next');
      await press(dialog(page), /^Pause \d+ members$/);
    },
    interrupted: /^0 of \d+ are done, and the next \d+ may be\./,
    finished: /^\d+ members changed\.$/,
    place: 'dialog',
    changed: "select count(distinct subject_id)::integer as n from activity_log where action = 'membership.paused'",
    logged: loggedAs('membership.paused'),
  },
  {
    name: 'redirects',
    path: '/redirects?q=lost-',
    call: 'redirects/delete-many',
    begin: async (page) => {
      await inToolbar(page, 'Delete');
      await press(dialog(page), 'Delete 5 redirects');
    },
    interrupted: /We can’t reach the shop\. Check your connection and try again\. 0 of 5 are done, and the next 5 may be\./,
    finished: /^5 redirects deleted\.$/,
    place: 'dialog',
    changed: "select 5 - count(*)::integer as n from redirects where from_path like '/lost-%'",
    logged: loggedAs('redirect.deleted'),
  },
  {
    name: 'inbox',
    path: '/inbox',
    call: 'inbox/change-many',
    begin: (page) => inToolbar(page, 'Mark as handled'),
    interrupted: /We can’t reach the shop\. Check your connection and try again\. 0 of 5 are done, and the next 5 may be\./,
    finished: /^5 entries marked as handled\.$/,
    place: 'toasts',
    changed: "select count(*)::integer as n from form_submissions where state = 'handled'",
    logged: "select count(*)::integer as n from activity_log where subject_kind = 'form_entry'",
  },
  {
    name: 'errors',
    path: '/system/errors',
    call: 'system/errors/change',
    begin: (page) => inToolbar(page, 'Resolve'),
    interrupted: /We can’t reach the shop\. Check your connection and try again\. 0 of 5 are done, and the next 5 may be\./,
    finished: /^5 errors resolved\.$/,
    place: 'toasts',
    changed: "select count(*)::integer as n from error_groups where status = 'resolved'",
    logged: "select count(*)::integer as n from activity_log where subject_kind = 'error'",
  },
  {
    name: 'webhooks',
    path: '/system/webhooks',
    call: 'system/webhooks/resend',
    begin: async (page) => {
      await inToolbar(page, 'Send again');
      await press(dialog(page), 'Send 5 webhooks again');
    },
    interrupted: /We can’t reach the shop\. Check your connection and try again\. 0 of 5 are done, and the next 5 may be\./,
    finished: /^5 webhooks will be sent within seconds\.$/,
    place: 'toasts',
    changed: 'select count(*)::integer as n from webhook_deliveries where attempts < 16',
    logged: "select count(*)::integer as n from activity_log where subject_kind = 'webhook'",
  },
  {
    name: 'pictures',
    path: '/pictures?q=lost-',
    call: 'pictures/remove',
    lost: 3,
    begin: async (page) => {
      await inToolbar(page, 'Remove 5 pictures');
      await press(dialog(page), 'Remove 5 pictures');
    },
    interrupted: /We can’t reach the shop\. Check your connection and try again\. 2 of 5 are done, and the next 1 may be\./,
    finished: /^5 pictures removed\.$/,
    place: 'toasts',
    changed: "select 5 - count(*)::integer as n from pictures where name like 'lost-%' and removed_at is null",
    logged: loggedAs('picture.removed'),
  },
];

for (const [index, { name, path, call, lost = 1, begin, interrupted, finished, place, changed, logged }] of LISTS.entries()) {
  // `npm test` tries one list: they share the code that this is about.
  const tag = index === 0 ? [] : ['@slow'];

  test(`a lost connection while many are changed is not a second change: ${name}`, { tag }, async ({ openOffice }) => {
    const { page, context, axe } = await openOffice(shop, path, { expectsViolations: true });
    await page.getByRole('grid').waitFor();
    const [changedBefore, loggedBefore] = [await numberOf(changed), await numberOf(logged)];
    await page.getByRole('checkbox', { name: /^Select all .* shown$/ }).check();
    let calls = 0;
    await page.route(`**/office/v1/${call}`, async (route) => {
      const request = route.request();
      const body = request.postData() ?? '';
      if (!/"isPreview":true/.test(body)) calls += 1;
      if (calls !== lost) return route.continue();
      const { status } = await send(shop.running.port, OFFICE_HOST, 'POST', `/office/v1/${call}`, await request.allHeaders(), body);
      expect(status).toBeLessThan(300);
      await context.setOffline(true);
      return route.abort('connectionreset');
    });
    await begin(page);
    const said = place === 'dialog' ? dialog(page) : page.getByRole('region', { name: 'Notifications' });
    await expect(said.getByText(interrupted)).toBeVisible();
    expect(await axe()).toEqual([]);

    await page.unroute(`**/office/v1/${call}`);
    await context.setOffline(false);
    await press(said, /^Continue/);
    if (name === 'redirects' || place === 'toasts') await toast(page, finished);
    else await expect(said.getByText(finished)).toBeVisible();

    const count = (await numberOf(changed)) - changedBefore;
    expect(count).toBeGreaterThan(1);
    expect([name, (await numberOf(logged)) - loggedBefore]).toEqual([name, count]);
  });
}
