/** Emails about schedules of imports: what they say, to whom, and that each is sent once. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findImport, insertImport, insertPart, updateImport } from '#domains/imports/server/import.repository.ts';
import { notifyOfImports } from '#domains/imports/server/notify-of-imports.ts';
import { workOnImport } from '#domains/imports/server/work-imports.ts';
import { createImporter, listedWine, wineListOf, workDeps } from '#tests/fixtures/imports.ts';
import { linkIn, mailCount, mailTo } from '#tests/fixtures/mailbox.ts';
import { createTestStaff, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

const BUYER = 'buyer@shop.example';
const ORIGIN = 'https://office.shop.example';

let shop: TestShop;
let browser: OfficeBrowser;
let scheduleId: number;

beforeAll(async () => {
  shop = await createTestShop();
  browser = await signInAs(shop, await createTestStaff(shop.database, { email: BUYER, roles: ['Buyer'], name: 'Bea Byer' }));
});
afterAll(() => shop?.stop());
beforeEach(async () => {
  await shop.database.execute({
    text: 'truncate offers, stock_levels, imports, import_mappings, import_schedules, dev_mailbox restart identity cascade',
  });
  const importer = createImporter(shop.database, browser);
  scheduleId = await importer.schedule(wineListOf(listedWine(1)), { source: 'url', location: 'https://supplier.example/list.csv' });
});

/** Imports a file as the schedule does once it is fetched. @returns the id of the import */
async function importOfSchedule(content: string): Promise<number> {
  const id = await shop.database.transaction(async (transaction) => {
    const created = await insertImport(transaction, {
      file: 'list.csv',
      actor: 'House prices',
      staffId: null,
      source: 'schedule',
      scheduleId,
    });
    await insertPart(transaction, created, 0, Buffer.from(content));
    return created;
  });
  await updateImport(shop.database, id, { state: 'inspecting' });
  await workOnImport(workDeps(shop.database), id);
  return id;
}

const notify = (): Promise<number> => notifyOfImports(shop.database, ORIGIN, shop.running.services.staff.queueMail);

test('a held file is mailed to whoever made the schedule, with the reason and a link to the difference', async () => {
  const id = await importOfSchedule(wineListOf(listedWine(1), listedWine(2, 'soon'), listedWine(3)));
  expect((await findImport(shop.database, id))?.state).toBe('held');

  await notify();

  const mail = await mailTo(shop, BUYER, 'The import “House prices” waits for you');
  expect(mail.text).toContain('Bea Byer');
  expect(mail.text).toContain('was compared with the shop and not imported. 1 row was rejected, more than 10%.');
  expect(mail.text).toContain('Look at the difference, then import it or discard it.');
  expect(linkIn(mail)).toBe(`/imports/${id}`);
  expect(mail.text).toContain(ORIGIN);
});

test('a file that cannot be read is mailed as failed, with the reason', async () => {
  const id = await importOfSchedule('%PDF-1.7 and so on');
  expect((await findImport(shop.database, id))?.state).toBe('failed');

  await notify();

  const mail = await mailTo(shop, BUYER, 'The import “House prices” failed');
  expect(mail.text).toContain('It is a PDF document; the table in it must be saved as CSV.');
  expect(linkIn(mail)).toBe(`/imports/${id}`);
});

test('each import is mailed once, also if several processes look at the same time', async () => {
  await importOfSchedule(wineListOf(listedWine(1, 'soon')));
  await importOfSchedule('%PDF-1.7 and so on');

  const sent = await Promise.all([notify(), notify(), notify(), notify()]);
  await notify();

  expect(sent.reduce((sum, count) => sum + count, 0)).toBe(2);
  await mailTo(shop, BUYER, 'waits for you');
  await mailTo(shop, BUYER, 'failed');
  expect(await mailCount(shop, BUYER)).toBe(2);
});

test('an import that a person makes, and one that needs nobody, is not mailed', async () => {
  await importOfSchedule(wineListOf(listedWine(1)));
  await createImporter(shop.database, browser).upload('list.pdf', '%PDF-1.7 and so on');

  expect(await notify()).toBe(0);
});
