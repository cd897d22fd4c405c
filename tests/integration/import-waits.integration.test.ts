/** An import goes on when the database can serve again. */
import { expect, test } from 'vitest';
import { importOfficeContract } from '#domains/imports/office-contract.ts';
import { workOnImport } from '#domains/imports/server/work-imports.ts';
import { createImporter, listedWine, wineListOf, workDeps } from '#tests/fixtures/imports.ts';
import { createTestStaff, must, signInAs } from '#tests/fixtures/office.ts';
import { createTestShop } from '#tests/fixtures/shop.ts';

test('an import waits while the disk of the database is full or it does not write, and goes on afterwards', async () => {
  await using cleanup = new AsyncDisposableStack();
  const shop = await createTestShop({ OFFICE_URL: 'http://office.localhost:3000' });
  cleanup.defer(() => shop.stop());
  const browser = await signInAs(shop, await createTestStaff(shop.database, { email: 'owner@shop.example', roles: ['Owner'] }));
  const importer = createImporter(shop.database, browser);
  const { id, version } = await importer.compare(await importer.upload('list.csv', wineListOf(listedWine(1), listedWine(2))));
  await must(browser.call(importOfficeContract).startImport({ id, version }));
  for (const state of ['53100', '25006']) {
    await shop.database.execute({
      text: `create or replace function refuse() returns trigger language plpgsql as $$ begin
        raise exception 'refused' using errcode = '${state}'; end $$`,
    });
    await shop.database.execute({ text: 'create trigger refuse before insert on offers execute function refuse()' });

    await expect(workOnImport(workDeps(shop.database), id)).rejects.toThrow('refused');
    await shop.database.execute({ text: 'drop trigger refuse on offers' });

    expect(await importer.read(id)).toMatchObject({ state: 'applying', problem: '' });
  }
  await workOnImport(workDeps(shop.database), id);

  expect(await importer.read(id)).toMatchObject({ state: 'done', appliedRows: 2 });
});
