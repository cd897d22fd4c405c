/** Views of the office: every screen of its routes with its states. A new screen needs a row here. */
import type { Page } from '@playwright/test';
import { SETTING_GROUPS, scopesOf } from '#domains/settings/model/registry.ts';
import type { SettingGroup } from '#domains/settings/model/setting-group.ts';
import { DEFAULT_SITES } from '#markets/sites.ts';
import { FULFILMENT_VIEWS } from './fulfilment-views.ts';
import {
  acts,
  dialog,
  more,
  type OfficeView,
  openFirst,
  press,
  pressIfShown,
  pressInBulk,
  pressInDialog,
  screen,
  selectFirst,
} from './office-view.ts';

/** Screens that list records, with the path of each. They are captured filled, empty, loading, failed, without a connection and denied. */
const LISTS: readonly (readonly [string, string])[] = [
  ['orders', '/orders'],
  ['draft-orders', '/draft-orders'],
  ['wines', '/wines'],
  ['stock', '/stock'],
  ['deliveries', '/stock/deliveries'],
  ['counts', '/stock/counts'],
  ['imports', '/imports'],
  ['import-schedules', '/imports/schedules'],
  ['pictures', '/pictures'],
  ['customers', '/customers'],
  ['members', '/clubs'],
  ['club-calendar', '/clubs/calendar'],
  ['club-records', '/clubs/records'],
  ['gift-cards', '/gift-cards'],
  ['credit-list', '/credit'],
  ['pages', '/pages'],
  ['redirects', '/redirects'],
  ['claims', '/claims'],
  ['inbox', '/inbox'],
  ['staff', '/staff'],
  ['roles', '/staff/roles'],
  ['activity', '/staff/activity'],
  ['system', '/system'],
  ['system-jobs', '/system/jobs'],
  ['system-mail', '/system/mail'],
  ['system-webhooks', '/system/webhooks'],
  ['system-errors', '/system/errors'],
  ['system-disputes', '/system/disputes'],
  ['today', '/today'],
  ['menus', '/menus'],
  ['settings', '/settings'],
  ['settings-emails', '/settings/emails'],
];

const FAILURES: readonly OfficeView[] = LISTS.flatMap(([name, path]): OfficeView[] => [
  { name: `${name}-loading`, path, calls: 'never' },
  { name: `${name}-error`, path, calls: 500 },
  { name: `${name}-offline`, path, calls: 'offline' },
  { name: `${name}-denied`, path, calls: 403 },
]);

const RECORDS: readonly OfficeView[] = [
  { name: 'order', path: ({ order }) => `/orders/${order}` },
  { name: 'draft-order', path: ({ draft }) => `/draft-orders/${draft}` },
  { name: 'claim', path: ({ claim }) => `/claims/${claim}` },
  { name: 'claim-report', path: '/claims/report' },
  { name: 'wine', path: '/wines/old-block-shiraz-2021' },
  { name: 'new-wine', path: '/wines/new' },
  { name: 'gift-card', path: ({ giftCard }) => `/gift-cards/${giftCard}` },
  { name: 'gift-card-new', path: '/gift-cards/new' },
  { name: 'club-record', path: '/clubs/records/the-long-table-au' },
  { name: 'new-club', path: '/clubs/records/new' },
  { name: 'member', path: ({ member }) => `/clubs/members/${member}` },
  { name: 'customer', path: ({ customer }) => `/customers/${customer}` },
  { name: 'credit', path: ({ customer }) => `/credit/AU/${customer.split('-').at(-1)}` },
  { name: 'stock-item', path: '/stock/AU-1001' },
  { name: 'delivery', path: ({ delivery }) => `/stock/deliveries/${delivery}` },
  { name: 'count', path: ({ count }) => `/stock/counts/${count}` },
  { name: 'import-mapping', path: ({ mapped }) => `/imports/${mapped}` },
  { name: 'import-difference', path: ({ compared }) => `/imports/${compared}` },
  { name: 'import-done', path: ({ imported }) => `/imports/${imported}` },
  { name: 'inbox-entry', path: ({ entry }) => `/inbox/${entry}` },
  { name: 'picture', path: ({ picture }) => `/pictures/${picture}` },
  { name: 'page', path: '/pages/delivery-au' },
  { name: 'role', path: '/staff/roles/3' },
  { name: 'role-new', path: '/staff/roles/new' },
  { name: 'staff-member', path: '/staff/2' },
  { name: 'account', path: '/account' },
  { name: 'setup', path: '/setup', shop: 'new' },
  { name: 'not-found', path: '/no/such/screen' },
  { name: 'record-not-found', path: '/orders/00000000-0000-4000-8000-000000000000' },
  { name: 'order-loading', path: ({ order }) => `/orders/${order}`, calls: 'never' },
  { name: 'wine-error', path: '/wines/old-block-shiraz-2021', calls: 500 },
];

/** Groups that screens of their own show. */
const ELSEWHERE: readonly string[] = ['menus', 'first-run'];

/** One email for all, because their forms are alike. */
const isShown = ({ id, area }: Pick<SettingGroup, 'id' | 'area'>): boolean =>
  !ELSEWHERE.includes(id) && (area !== 'emails' || id === 'email-order-received');

const SETTINGS: readonly OfficeView[] = SETTING_GROUPS.filter(isShown).map(({ id, scope }) => ({
  name: `setting-${id}`,
  path: `/settings/${id}/${scopesOf(scope, DEFAULT_SITES)[0]}`,
}));

const OPENED: readonly OfficeView[] = [
  { name: 'palette', path: '/today', act: (page) => page.keyboard.press('Control+k') },
  {
    name: 'palette-found',
    path: '/today',
    async act(page) {
      await page.keyboard.press('Control+k');
      await page.getByRole('searchbox').last().fill('shiraz');
      await page.getByRole('menuitem').nth(2).waitFor();
    },
  },
  { name: 'menu-of-person', path: '/today', act: (page) => page.getByRole('button', { name: /your account$/ }).click() },
  {
    name: 'rail-sheet',
    path: '/today',
    act: pressIfShown('Open menu'),
  },
  { name: 'orders-selected', path: '/orders', act: selectFirst },
  { name: 'orders-columns', path: '/orders', act: pressIfShown(/columns/i) },
  { name: 'orders-filter', path: '/orders', act: press(/^Add filter|^Filter/) },
  { name: 'orders-filtered', path: '/orders?filter[status]=Shipped&filter[market]=AU&q=chen' },
  { name: 'orders-no-matches', path: '/orders?q=nothing-like-this' },
  { name: 'orders-export', path: '/orders', act: press(/^Export/) },
  { name: 'order-ship', path: ({ order }) => `/orders/${order}`, act: press(/^Send \d/) },
  { name: 'order-refund', path: ({ order }) => `/orders/${order}`, act: press('Refund') },
  { name: 'order-cancel', path: ({ order }) => `/orders/${order}`, act: more(/Cancel/) },
  { name: 'wine-more', path: '/wines/old-block-shiraz-2021', act: press('More') },
  { name: 'wine-vintage', path: '/wines/old-block-shiraz-2021', act: more(/vintage/i) },
  { name: 'new-wine-errors', path: '/wines/new', act: press(/^(Save|Create|Add)/) },
  { name: 'stock-selected', path: '/stock', act: selectFirst },
  { name: 'stock-adjust', path: '/stock/AU-1001', act: press(/^Adjust/) },
  { name: 'deliveries-new', path: '/stock/deliveries', act: press('Receive a delivery') },
  { name: 'delivery-receive', path: ({ delivery }) => `/stock/deliveries/${delivery}`, act: press('Check and receive') },
  { name: 'count-review', path: ({ count }) => `/stock/counts/${count}`, act: press(/^Review/) },
  { name: 'counts-new', path: '/stock/counts', act: press(/^(Start|New).*count/i) },
  { name: 'mail-one', path: '/system/mail', act: openFirst },
  { name: 'mail-bounced', path: '/system/mail?filter[state]=bounced', act: openFirst },
  { name: 'redirects-csv', path: '/redirects', act: acts(press('Import CSV'), fillRedirects) },
  { name: 'redirects-test', path: '/redirects', act: acts(press('Test an address'), testAddress) },
  { name: 'page-timeline', path: '/pages/delivery-au', act: more('Timeline') },
  { name: 'page-new', path: '/pages', act: press(/^New page/) },
  {
    name: 'identity-contrast',
    path: '/settings/identity/au-wine',
    act: (page) =>
      screen(page)
        .getByRole('textbox', { name: /^Accent/ })
        .fill('#5b1a2b'),
  },
  { name: 'setting-changed', path: '/settings/shipping/AU', act: (page) => screen(page).getByLabel('Delivery fee').fill('12.50') },
  { name: 'import-new-row', path: ({ compared }) => `/imports/${compared}`, act: openFirst },
  { name: 'import-rejected', path: ({ compared }) => `/imports/${compared}`, act: acts(press(/^Rejected/), openFirst) },
  { name: 'import-start', path: ({ compared }) => `/imports/${compared}`, act: press(/^Import \d/) },
  { name: 'import-undo', path: ({ imported }) => `/imports/${imported}`, act: press('Undo import') },
  { name: 'import-mapping-save', path: ({ mapped }) => `/imports/${mapped}`, act: press('Save for a supplier') },
  { name: 'schedules-new', path: '/imports/schedules', act: press('New schedule') },
  { name: 'activity-entry', path: '/staff/activity', act: openFirst },
  { name: 'account-key', path: '/account', act: press('New key') },
  { name: 'staff-invite', path: '/staff', act: press(/^Invite/) },
  { name: 'members-selected', path: '/clubs', act: selectFirst },
  { name: 'member-skip', path: ({ member }) => `/clubs/members/${member}`, act: press('Skip next case') },
  { name: 'credit-give', path: '/credit', act: press('Give credit') },
  { name: 'gift-card-new-errors', path: '/gift-cards/new', act: press('Issue gift card') },
  { name: 'errors-one', path: '/system/errors', act: openFirst },
  { name: 'disputes-one', path: '/system/disputes', act: openFirst },
  { name: 'customer-more', path: ({ customer }) => `/customers/${customer}`, act: press('More') },
];

/** Dialogs of selected rows and of records. */
const DIALOGS: readonly OfficeView[] = [
  { name: 'orders-tag', path: '/orders', act: acts(selectFirst, pressInBulk('Add tag')) },
  { name: 'orders-save-view', path: '/orders?filter[status]=Shipped', act: press('Save view') },
  { name: 'wines-price', path: '/wines', act: acts(selectFirst, pressInBulk('Change price')) },
  { name: 'members-skip', path: '/clubs', act: acts(selectFirst, pressInBulk(/^Skip/)) },
  { name: 'gift-card-void', path: ({ giftCard }) => `/gift-cards/${giftCard}`, act: press(/^Void/) },
  { name: 'gift-card-send', path: ({ giftCard }) => `/gift-cards/${giftCard}`, act: press('Send again') },
  { name: 'customer-edit', path: ({ customer }) => `/customers/${customer}`, act: press('Edit details') },
  { name: 'customer-address', path: ({ customer }) => `/customers/${customer}`, act: press('Add address') },
  { name: 'customer-merge', path: ({ customer }) => `/customers/${customer}`, act: more(/Merge/) },
  { name: 'customer-erase', path: ({ customer }) => `/customers/${customer}`, act: more(/Erase/) },
  { name: 'member-pause', path: ({ member }) => `/clubs/members/${member}`, act: more('Pause') },
  { name: 'stock-level', path: '/stock/AU-1001', act: press('Low-stock level') },
  { name: 'redirect-new', path: '/redirects', act: press('Add redirect') },
  { name: 'menu-link', path: '/menus', act: press('Add link to Header') },
  { name: 'menu-history', path: '/menus', act: more('History') },
  { name: 'picture-give', path: ({ picture }) => `/pictures/${picture}`, act: press('Give to a wine') },
  { name: 'picture-remove', path: ({ picture }) => `/pictures/${picture}`, act: press('Remove picture') },
  { name: 'setting-preview', path: '/settings/shipping/AU', act: press('Preview') },
];

/** What happens to somebody who is in the middle of something. */
const INTERRUPTED: readonly OfficeView[] = [
  { name: 'order-denied', path: ({ order }) => `/orders/${order}`, calls: 403 },
  { name: 'order-error', path: ({ order }) => `/orders/${order}`, calls: 500 },
  { name: 'order-offline', path: ({ order }) => `/orders/${order}`, calls: 'offline' },
  {
    name: 'order-note-offline',
    path: ({ order }) => `/orders/${order}`,
    async act(page) {
      await page.route('**/office/v1/**', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
      await addNote(page);
      await screen(page).getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'order-session-ended',
    path: ({ order }) => `/orders/${order}`,
    async act(page) {
      await page.context().clearCookies();
      await addNote(page);
    },
  },
  {
    name: 'order-leave',
    path: ({ order }) => `/orders/${order}`,
    async act(page) {
      await screen(page).getByLabel('Note').fill('Call before delivery.');
      await screen(page).getByRole('link', { name: 'Back to Orders' }).click();
    },
  },
  {
    name: 'role-conflict',
    path: '/staff/roles/3',
    async act(page) {
      const other = await page.context().newPage();
      await other.goto(page.url());
      await changeRole(other, `Packs orders on ${page.viewportSize()?.width} px.`);
      await other.getByText('changed for everyone').first().waitFor();
      await other.close();
      await changeRole(page, 'Packs and sends orders.');
    },
  },
  {
    name: 'live-lost',
    path: '/orders',
    async act(page) {
      await page.route('**/office/v1/live', (route) => route.abort());
      await page.reload();
      await page.getByText('Live updates have stopped').waitFor();
    },
  },
];

async function addNote(page: Page): Promise<void> {
  await screen(page).getByLabel('Note').fill('Call before delivery.');
  await press('Add note')(page);
}

async function changeRole(page: Page, description: string): Promise<void> {
  await screen(page).getByLabel('What it is for').fill(description);
  await press('Save changes')(page);
}

async function fillRedirects(page: Page): Promise<void> {
  await dialog(page)
    .getByLabel('Or paste rows')
    .fill('from,to,kind\n/old-delivery,/delivery,permanent\n/post,/old-delivery\n/round,/about-turn\n/about-turn,/round\n/gone,/nowhere');
  await pressInDialog('Check rows')(page);
  await dialog(page).getByText('left out').first().waitFor();
}

async function testAddress(page: Page): Promise<void> {
  await dialog(page).getByLabel('Address').fill('/wines');
  await dialog(page).getByRole('button', { name: 'Test', exact: true }).click();
  await dialog(page).getByRole('listitem').first().waitFor();
}

export const OFFICE_VIEWS: readonly OfficeView[] = [
  { name: 'sign-in', path: '/sign-in', isSignedOut: true },
  { name: 'sign-in-help', path: '/sign-in/help', isSignedOut: true },
  { name: 'invitation-expired', path: '/invitation/nonsense', isSignedOut: true },
  ...LISTS.map(([name, path]): OfficeView => ({ name, path })),
  ...LISTS.map(([name, path]): OfficeView => ({ name: `${name}-empty`, path, shop: 'new' })),
  ...RECORDS,
  ...SETTINGS,
  ...OPENED,
  ...DIALOGS,
  ...FULFILMENT_VIEWS,
  ...INTERRUPTED,
  ...FAILURES,
];
