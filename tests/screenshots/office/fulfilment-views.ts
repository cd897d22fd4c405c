/** Views of what happens between payment and delivery: labels, packing, changes, collection and claims. */
import type { Page } from '@playwright/test';
import { acts, dialog, more, type OfficeView, press, pressInBulk, pressInDialog, screen, selectFirst } from './office-view.ts';

const order: OfficeView['path'] = (places) => `/orders/${places.order}`;
const claim: OfficeView['path'] = (places) => `/claims/${places.claim}`;

/** Selects the one row of a list. */
const selectOnly = (page: Page): Promise<void> => screen(page).getByRole('row').last().getByRole('checkbox').check({ force: true });

export const FULFILMENT_VIEWS: readonly OfficeView[] = [
  { name: 'order-to-collect', path: ({ toCollect }) => `/orders/${toCollect}` },
  { name: 'order-make-ready', path: ({ toCollect }) => `/orders/${toCollect}`, act: press('Ready to collect') },
  { name: 'order-ready', path: ({ ready }) => `/orders/${ready}` },
  { name: 'order-hand-over', path: ({ ready }) => `/orders/${ready}`, act: press('Hand over') },
  { name: 'order-pack', path: order, act: press('Pack') },
  {
    name: 'order-pack-wrong',
    path: order,
    act: acts(press('Pack'), async (page) => {
      await dialog(page).getByLabel('Scan or type a bar code, SKU or label').fill('9300000000000');
      await page.keyboard.press('Enter');
    }),
  },
  { name: 'order-items', path: order, act: press('Edit items') },
  { name: 'order-delivery', path: order, act: press('Change delivery') },
  { name: 'order-labels', path: order, act: press('Buy labels') },
  { name: 'order-more', path: order, act: press('More') },
  { name: 'order-duplicate', path: order, act: more('Duplicate') },
  { name: 'orders-labels', path: '/orders?filter[task]=to_send', act: acts(selectFirst, pressInBulk('Buy labels')) },
  {
    name: 'orders-labels-preview',
    path: '/orders?filter[task]=to_send',
    act: acts(selectFirst, pressInBulk('Buy labels'), pressInDialog('Next')),
  },
  { name: 'orders-manifest', path: '/orders', act: press('Manifest of the day') },
  { name: 'claim-decide', path: claim, act: press('Decide') },
  {
    name: 'claim-send-again',
    path: claim,
    act: acts(press('Decide'), (page) => dialog(page).getByLabel('Decision').selectOption('Send again')),
  },
  { name: 'claims-supplier', path: '/claims?filter[supplier]=due', act: acts(selectOnly, press('Claim from supplier')) },
];
