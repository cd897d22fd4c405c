/** Pictures of the guides in docs/guides: what each shows, and the part of the screen that the text speaks of. */
import type { Locator, Page } from '@playwright/test';
import { acts, dialog, more, type OfficeView, openFirst, press, pressInBulk, pressInDialog, screen, selectRows } from './office-view.ts';

export interface GuidePicture {
  /** Name of the file in docs/guides/pictures, without extension. */
  readonly name: string;
  readonly view: Omit<OfficeView, 'name'>;
  /** Cropped to this element with a margin. Default: the window. */
  readonly crop?: (page: Page) => Locator;
  /** Height of the window, in px. */
  readonly height?: number;
}

/** Selects rows, opens the dialog of an action, fills it in and shows what would change. */
const changeSeveral =
  (rows: readonly number[], action: string, next: string, typed?: { readonly field: string; readonly value: string }) =>
  async (page: Page): Promise<void> => {
    await selectRows(rows)(page);
    await pressInBulk(action)(page);
    if (typed) await dialog(page).getByRole('textbox', { name: typed.field }).fill(typed.value);
    await pressInDialog(next)(page);
    await dialog(page)
      .getByText(/will change/)
      .first()
      .waitFor();
  };
const region = (name: string) => (page: Page) => page.getByRole('region', { name, exact: true });

/** Fills in a zone and tries a postcode of it. */
async function addZone(page: Page): Promise<void> {
  await press('Add to zones')(page);
  const zone = screen(page).getByRole('group', { name: 'Zones, row 1', exact: true });
  await zone.getByLabel('Name', { exact: true }).fill('Perth');
  await zone.getByLabel('Postcodes').fill('6000-6199');
  await zone.getByRole('button', { name: 'Add to weight bands' }).click();
  const band = zone.getByRole('group', { name: 'Weight bands, row 1', exact: true });
  await band.getByLabel('Up to kilograms').fill('10');
  await band.getByLabel('Fee').fill('18.50');
  const trial = page.getByRole('region', { name: 'Try it' });
  await trial.getByLabel('Postcode').fill('6000');
  await trial.getByText('$18.50').waitFor();
}

export const GUIDE_PICTURES: readonly GuidePicture[] = [
  { name: 'change-settings', view: { path: '/settings' }, height: 720 },
  {
    name: 'change-settings-delivery',
    view: { path: '/settings/shipping/AU', act: (page) => screen(page).getByLabel('Delivery fee').fill('12.50') },
    height: 900,
  },
  {
    name: 'change-settings-colours',
    view: {
      path: '/settings/identity/au-wine',
      act: (page) =>
        screen(page)
          .getByRole('textbox', { name: /^Accent/ })
          .fill('#5b1a2b'),
    },
    height: 900,
  },
  { name: 'edit-pages', view: { path: '/pages/about' }, height: 860 },
  { name: 'edit-pages-timeline', view: { path: '/pages/about', act: more('Timeline') }, crop: dialog },
  {
    name: 'edit-pages-several',
    view: { path: '/pages?q=returns', act: changeSeveral([1, 2], 'Take down', 'Next') },
    crop: dialog,
  },
  { name: 'edit-pages-inbox', view: { path: ({ entry }) => `/inbox/${entry}` }, height: 640 },
  { name: 'edit-pages-menus', view: { path: '/menus' }, height: 760 },
  {
    name: 'edit-pages-redirects',
    view: {
      path: '/redirects',
      async act(page) {
        await press('Import CSV')(page);
        await dialog(page)
          .getByLabel('Or paste rows')
          .fill('from,to,kind\n/old-delivery,/delivery,permanent\n/post,/old-delivery\n/round,/about-turn\n/about-turn,/round');
        await dialog(page).getByRole('button', { name: 'Check rows' }).click();
        await dialog(page).getByText('left out').first().waitFor();
      },
    },
    crop: dialog,
  },
  { name: 'import-columns', view: { path: ({ mapped }) => `/imports/${mapped}` }, height: 820 },
  { name: 'import-difference', view: { path: ({ compared }) => `/imports/${compared}` }, height: 640 },
  {
    name: 'import-rejected-row',
    view: {
      path: ({ compared }) => `/imports/${compared}`,
      act: acts(press(/^Rejected/), openFirst),
    },
    crop: dialog,
  },
  { name: 'manage-clubs', view: { path: '/clubs' }, height: 640 },
  { name: 'manage-clubs-member', view: { path: ({ member }) => `/clubs/members/${member}` }, height: 760 },
  { name: 'manage-customers', view: { path: '/customers' }, height: 640 },
  { name: 'manage-customers-customer', view: { path: ({ customer }) => `/customers/${customer}` }, height: 820 },
  {
    name: 'manage-customers-email',
    view: { path: ({ customer }) => `/customers/${customer}`, act: more('Change email address') },
    crop: dialog,
  },
  {
    name: 'manage-customers-merge',
    view: {
      path: ({ customer }) => `/customers/${customer}`,
      async act(page) {
        await more(/^Merge/)(page);
        await dialog(page)
          .getByLabel(/^Email address or number/)
          .fill('customer-7@example.com');
        await dialog(page).getByRole('button', { name: 'Show what moves' }).click();
        await dialog(page).getByRole('button', { name: 'Merge accounts' }).waitFor();
      },
    },
    crop: dialog,
  },
  {
    name: 'manage-customers-erase',
    view: { path: ({ customer }) => `/customers/${customer}`, act: more(/^Erase/) },
    crop: dialog,
  },
  {
    name: 'manage-gift-cards-several',
    view: { path: '/gift-cards', act: changeSeveral([2, 3], 'Void', 'Next', { field: 'Reason', value: 'The raffle was drawn again' }) },
    crop: dialog,
  },
  { name: 'manage-gift-cards', view: { path: ({ giftCard }) => `/gift-cards/${giftCard}` }, height: 640 },
  {
    name: 'manage-gift-cards-issue',
    view: {
      path: '/gift-cards/new',
      async act(page) {
        await page.getByLabel('Amount').fill('100');
        await page.getByLabel('Recipient’s name').fill('Ada');
        await page.getByLabel('Recipient’s email').fill('ada@example.com');
        await page.getByLabel(/^Message/).fill('Sorry about the broken bottle.');
      },
    },
    height: 760,
  },
  { name: 'manage-orders', view: { path: '/orders', act: selectRows([1, 2, 3]) }, height: 640 },
  {
    name: 'manage-orders-several',
    view: { path: '/orders', act: changeSeveral([1, 2, 3], 'Add tag', 'Next', { field: 'Tag', value: 'gift wrap' }) },
    crop: dialog,
  },
  { name: 'manage-orders-order', view: { path: ({ order }) => `/orders/${order}` }, height: 760 },
  { name: 'manage-orders-refund', view: { path: ({ order }) => `/orders/${order}`, act: press('Refund') }, crop: dialog },
  {
    name: 'manage-orders-items',
    view: {
      path: ({ order }) => `/orders/${order}`,
      async act(page) {
        await press('Edit items')(page);
        await dialog(page)
          .getByRole('textbox', { name: /to send$/ })
          .first()
          .fill('1');
        await dialog(page).getByLabel('Reason').fill('One is enough');
        await dialog(page).getByText('goes back on sale').waitFor();
      },
    },
    crop: dialog,
    height: 900,
  },
  {
    name: 'manage-orders-delivery',
    view: { path: ({ order }) => `/orders/${order}`, act: press('Change delivery') },
    crop: dialog,
    height: 900,
  },
  {
    name: 'manage-orders-pack',
    view: {
      path: ({ order }) => `/orders/${order}`,
      async act(page) {
        await press('Pack')(page);
        await dialog(page).getByLabel('Scan or type a bar code, SKU or label').fill('WR-OBS-21-12');
        await page.keyboard.press('Enter');
      },
    },
    crop: dialog,
    height: 900,
  },
  {
    name: 'manage-orders-labels',
    view: {
      path: '/orders?filter[task]=to_send',
      act: changeSeveral([1, 2, 3], 'Buy labels', 'Next'),
    },
    crop: dialog,
  },
  { name: 'manage-claims', view: { path: ({ claim }) => `/claims/${claim}` }, height: 760 },
  {
    name: 'manage-claims-decide',
    view: { path: ({ claim }) => `/claims/${claim}`, act: press('Decide') },
    crop: dialog,
    height: 900,
  },
  { name: 'collect-in-store', view: { path: ({ ready }) => `/orders/${ready}`, act: press('Hand over') }, crop: dialog },
  { name: 'choose-delivery-days', view: { path: '/settings/delivery-days/AU' }, height: 760 },
  { name: 'delivery-zones', view: { path: '/settings/delivery-zones/AU', act: addZone }, height: 1_000 },
  { name: 'manage-pictures', view: { path: '/pictures' }, height: 640 },
  { name: 'manage-staff-account', view: { path: '/account' }, height: 860 },
  {
    name: 'manage-staff-invite',
    view: { path: '/staff', act: press(/^Invite/) },
    crop: dialog,
    height: 900,
  },
  {
    name: 'manage-staff-key',
    view: { path: '/account', act: press('New key') },
    crop: dialog,
    height: 900,
  },
  { name: 'manage-staff-role', view: { path: '/staff/roles/3' }, height: 760 },
  { name: 'manage-staff-activity', view: { path: '/staff/activity' }, height: 600 },
  { name: 'manage-stock', view: { path: '/stock' }, height: 640 },
  { name: 'manage-stock-delivery', view: { path: ({ delivery }) => `/stock/deliveries/${delivery}` }, height: 640 },
  {
    name: 'manage-stock-count',
    view: { path: ({ count }) => `/stock/counts/${count}`, act: press(/^Review/) },
    height: 600,
  },
  { name: 'manage-wines', view: { path: '/wines' }, height: 640 },
  {
    name: 'manage-wines-several',
    view: { path: '/wines', act: changeSeveral([1, 2, 3], 'Change price', 'Show what changes', { field: 'Percent', value: '-10' }) },
    crop: dialog,
  },
  { name: 'manage-wines-wine', view: { path: '/wines/old-block-shiraz-2021' }, height: 860 },
  { name: 'manage-wines-vintage', view: { path: '/wines/old-block-shiraz-2021', act: more(/vintage/i) }, crop: dialog },
  { name: 'open-a-shop', view: { path: '/setup', shop: 'new' }, height: 860 },
  {
    name: 'use-the-office-search',
    view: {
      path: '/today',
      async act(page) {
        await page.keyboard.press('Control+k');
        await page.getByRole('searchbox').last().fill('shiraz');
        await page.getByRole('menuitem').nth(2).waitFor();
      },
    },
    crop: dialog,
  },
  { name: 'use-the-office-view', view: { path: '/orders?filter[status]=Shipped', act: press(/^Save view/) }, height: 640 },
  { name: 'watch-the-day', view: { path: '/today' }, height: 900 },
  { name: 'watch-the-day-chart', view: { path: '/today' }, crop: region('Revenue and orders by day'), height: 1_400 },
  { name: 'watch-the-system', view: { path: '/system' }, height: 640 },
  { name: 'watch-the-system-disputes', view: { path: '/system/disputes' }, height: 560 },
  {
    name: 'watch-the-system-email',
    view: { path: '/system/mail?filter[state]=bounced', act: openFirst },
    crop: dialog,
    height: 820,
  },
  { name: 'watch-the-system-jobs', view: { path: '/system/jobs' }, height: 760 },
  {
    name: 'watch-the-system-webhook',
    view: { path: '/system/webhooks', act: openFirst },
    crop: dialog,
    height: 820,
  },
];
