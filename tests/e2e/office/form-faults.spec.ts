/**
 * A full form whose session has ended, or whose permission was taken away, for each kind of form: nothing typed is lost, and the person
 * reads what happened. After the sign-in the form is sent as it was typed.
 */
import type { Locator, Page } from '@playwright/test';
import { setRoles } from '#domains/staff/server/role.repository.ts';
import { createTestCustomer } from '#tests/fixtures/customer.ts';
import { listedWine, wineListOf } from '#tests/fixtures/imports.ts';
import { createTestStaff, type TestStaff } from '#tests/fixtures/office.ts';
import { type OfficeShop, STAFF_PASSWORD, serveOffice, WINES } from './support/office.ts';
import { dialog, enterCode, enterPassword, expect, press, screen, test, toast } from './support/test.ts';

/** Work in the background runs in a process of its own. */
const WORK_MS = 90_000;

let shop: OfficeShop;

test.beforeAll(async () => {
  shop = await serveOffice();
});
test.afterAll(async () => {
  await shop?.stop();
});

interface Form {
  readonly name: string;
  /** Path of its screen, after what it is about was made. */
  readonly path: () => Promise<string>;
  /** Fills the form up to the last press. */
  readonly fill: (page: Page, typed: string) => Promise<void>;
  /** The field that must keep what was typed, and that text. */
  readonly field: (page: Page) => Locator;
  readonly typed: string;
  /** Something else, where the same text would be no change the second time. */
  readonly other?: string;
  readonly send: (page: Page) => Promise<void>;
  /** Path of the call that saves it. */
  readonly call: string;
  /** What says that it was saved. */
  readonly saved: (page: Page) => Promise<void>;
  /** What they may no longer do, as the sentence has it. */
  readonly permission: string;
  /** Statement whose only row has what was saved. */
  readonly stored: string;
}

const FORMS: readonly Form[] = [
  {
    name: 'a group of settings',
    path: () => Promise.resolve('/settings/support'),
    fill: (page, typed) => page.getByLabel('Phone', { exact: true }).first().fill(typed),
    field: (page) => page.getByLabel('Phone', { exact: true }).first(),
    typed: '+61 3 9000 1234',
    other: '+61 3 9000 4321',
    send: (page) => press(page, 'Save changes'),
    call: 'settings/save',
    saved: (page) => toast(page, /saved\.$/),
    permission: 'change settings',
    stored: "select 1 from setting_versions where value::text like '%9000 1234%'",
  },
  {
    name: 'a page',
    path: () => Promise.resolve('/pages/delivery-au'),
    fill: (page, typed) => page.getByRole('textbox', { name: /^Title/ }).fill(typed),
    field: (page) => page.getByRole('textbox', { name: /^Title/ }),
    typed: 'Delivery, as it is now',
    other: 'Delivery, as it was',
    // The editor saves by itself.
    send: () => Promise.resolve(),
    call: 'pages/draft',
    saved: async (page) => {
      await screen(page)
        .getByText(/^Draft saved/)
        .waitFor();
    },
    permission: 'edit and schedule pages',
    stored: "select 1 from page_drafts where record ->> 'title' = 'Delivery, as it is now'",
  },
  {
    name: 'a wine',
    path: () => Promise.resolve(`/wines/${WINES[0].offerId}`),
    fill: (page, typed) => page.getByRole('textbox', { name: /^Quote/ }).fill(typed),
    field: (page) => page.getByRole('textbox', { name: /^Quote/ }),
    typed: 'Typed to the end',
    other: 'Typed again',
    send: (page) => press(page, 'Save wine'),
    call: 'wines/save',
    saved: (page) => toast(page, 'Wine saved'),
    permission: 'change wines, prices and pictures',
    stored: "select 1 from offers where record ->> 'quote' = 'Typed to the end'",
  },
  {
    name: 'a customer',
    path: async () => {
      const { id } = await createTestCustomer(shop, { email: `${crypto.randomUUID()}@example.com` });
      await shop.database.execute({ text: 'select refresh_customer_summaries()' });
      return `/customers/${id}`;
    },
    fill: async (page) => {
      await press(page, 'Edit details');
      await dialog(page).getByLabel('Last name').fill('Marlow-Finch');
    },
    field: (page) => page.getByLabel('Last name'),
    typed: 'Marlow-Finch',
    send: (page) => press(dialog(page), 'Save changes'),
    call: 'customers/contact',
    saved: async (page) => {
      await page.getByRole('heading', { level: 1, name: /Marlow-Finch/ }).waitFor();
    },
    permission: 'change customers and add notes',
    stored: "select 1 from customers where family_name = 'Marlow-Finch'",
  },
  {
    name: 'a refund, in a dialog that asks for confirmation',
    path: async () => `/orders/${(await shop.buy()).id}`,
    fill: async (page) => {
      await press(page, 'Refund');
      await dialog(page).getByLabel('Other amount').fill('5');
      await dialog(page).getByText('$5.00 goes back to the card.').waitFor();
    },
    field: (page) => page.getByLabel('Other amount'),
    typed: '5',
    send: (page) => press(dialog(page), 'Refund $5.00'),
    call: 'orders/refund',
    saved: (page) => toast(page, '$5.00 refunded.'),
    permission: 'refund orders',
    stored: 'select 1 from order_refunds where amount_cents = 500',
  },
  {
    name: 'the columns of an import',
    path: () => Promise.resolve('/imports'),
    fill: async (page) => {
      const buffer = Buffer.from(wineListOf(listedWine(71), listedWine(72)));
      await page.locator('input[type=file]').setInputFiles({ name: 'faults.csv', mimeType: 'text/csv', buffer });
      await page.getByRole('button', { name: 'Compare with the shop' }).waitFor({ timeout: WORK_MS });
      await page.getByLabel('How to read Price').selectOption('of a case');
      await page.getByText('Price AU 20.00').first().waitFor({ timeout: WORK_MS });
    },
    field: (page) => page.getByLabel('How to read Price').locator('option:checked'),
    typed: 'of a case',
    send: (page) => press(page, 'Compare with the shop'),
    call: 'imports/compare',
    saved: (page) => page.getByRole('grid', { name: 'Difference' }).waitFor({ timeout: WORK_MS }),
    permission: 'import and undo imports',
    stored: "select 1 from imports where state = 'ready'",
  },
  {
    name: 'a gift card',
    path: () => Promise.resolve('/gift-cards/new'),
    fill: async (page) => {
      await page.getByLabel('Amount').fill('50');
      await page.getByLabel('Recipient’s email').fill('ada@example.com');
      await page.getByLabel(/^Message/).fill('Sorry about the broken bottle.');
      await page.getByLabel('Reason').fill('A broken bottle');
    },
    field: (page) => page.getByLabel(/^Message/),
    typed: 'Sorry about the broken bottle.',
    send: (page) => press(page, 'Issue $50.00'),
    call: 'gift-cards/issue',
    saved: async (page) => {
      await page.getByRole('button', { name: 'Show code' }).waitFor();
    },
    permission: 'issue and void gift cards and grant store credit',
    stored: "select 1 from gift_cards where recipient_email = 'ada@example.com'",
  },
];

const isOption = (name: string): boolean => name === 'the columns of an import';
const expectTyped = ({ name, field }: Form, page: Page, typed: string): Promise<void> =>
  isOption(name) ? expect(field(page)).toHaveText(typed) : expect(field(page)).toHaveValue(typed);

const createPerson = (): Promise<TestStaff> =>
  createTestStaff(shop.database, { email: `${crypto.randomUUID()}@shop.example`, name: 'Fay Form', roles: ['Owner'], withPassword: true });

/** Does something when the form is sent, before the call reaches the shop. */
async function atCall(page: Page, { call }: Form, work: () => Promise<void>): Promise<void> {
  await page.route(
    `**/office/v1/${call}`,
    async (route) => {
      await work();
      await route.continue();
    },
    { times: 1 },
  );
}

for (const [place, form] of FORMS.entries()) {
  // `npm test` tries one form: they share the code that this is about.
  const tag = place === 0 ? [] : ['@slow'];

  test(`a session that ends while a form is full loses nothing: ${form.name}`, { tag }, async ({ openOffice }) => {
    test.slow();
    const person = await createPerson();
    const { page, axe } = await openOffice(shop, await form.path(), { as: person, expectsViolations: true });
    await atCall(page, form, () => shop.endSessions(person));
    await form.fill(page, form.typed);
    await form.send(page);

    await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
    await expectTyped(form, page, form.typed);
    expect(await axe()).toEqual([]);
    await enterPassword(dialog(page), person.email, STAFF_PASSWORD);
    await enterCode(dialog(page), 'Code from your authenticator', person.code());

    await form.saved(page);
    expect(await shop.database.queryMany({ text: form.stored })).toHaveLength(1);
  });

  test(`a permission that is taken away while a form is full leaves it full: ${form.name}`, { tag }, async ({ openOffice }) => {
    test.slow();
    const typed = form.other ?? form.typed;
    const person = await createPerson();
    const { page, axe } = await openOffice(shop, await form.path(), { as: person, expectsViolations: true });
    const before = await shop.database.queryMany({ text: form.stored });
    await atCall(page, form, async () => {
      const reader = await shop.database.queryOne<{ id: number }>({ text: "select id from roles where name = 'Read-only'" });
      await shop.database.transaction((transaction) => setRoles(transaction, person.id, reader ? [reader.id] : []));
    });
    await form.fill(page, typed);
    await form.send(page);

    await expect(page.getByText(new RegExp(`You need permission to ${form.permission}`)).first()).toBeVisible();
    await expectTyped(form, page, typed);
    expect(await axe()).toEqual([]);
    expect(await shop.database.queryMany({ text: form.stored })).toEqual(before);
  });
}
