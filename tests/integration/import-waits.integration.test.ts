/** An import goes on when the database can serve again, or the machine has space again. */
import { expect, test } from 'vitest';
import { importOfficeContract } from '#domains/imports/office-contract.ts';
import { workOnImport } from '#domains/imports/server/work-imports.ts';
import { createImporter, listedWine, wineListOf, workDeps } from '#tests/fixtures/imports.ts';
import { createTestStaff, must, signInAs } from '#tests/fixtures/office.ts';
import { createTestShop } from '#tests/fixtures/shop.ts';

/** Opens a shop with an owner who imports lists. */
async function openShop(cleanup: AsyncDisposableStack) {
  const shop = await createTestShop({ OFFICE_URL: 'http://office.localhost:3000' });
  cleanup.defer(() => shop.stop());
  const browser = await signInAs(shop, await createTestStaff(shop.database, { email: 'owner@shop.example', roles: ['Owner'] }));
  return { database: shop.database, browser, importer: createImporter(shop.database, browser) };
}

test('an import waits while the disk of the database is full or it does not write, and goes on afterwards', async () => {
  await using cleanup = new AsyncDisposableStack();
  const { database, browser, importer } = await openShop(cleanup);
  const { id, version } = await importer.compare(await importer.upload('list.csv', wineListOf(listedWine(1), listedWine(2))));
  await must(browser.call(importOfficeContract).startImport({ id, version }));
  for (const state of ['53100', '25006']) {
    await database.execute({
      text: `create or replace function refuse() returns trigger language plpgsql as $$ begin
        raise exception 'refused' using errcode = '${state}'; end $$`,
    });
    await database.execute({ text: 'create trigger refuse before insert on offers execute function refuse()' });

    await expect(workOnImport(workDeps(database), id)).rejects.toThrow('refused');
    await database.execute({ text: 'drop trigger refuse on offers' });

    expect(await importer.read(id)).toMatchObject({ state: 'applying', problem: '' });
  }
  await workOnImport(workDeps(database), id);

  expect(await importer.read(id)).toMatchObject({ state: 'done', appliedRows: 2 });
});

test('an import waits while the disk of the machine that reads it is full, and goes on afterwards', async () => {
  await using cleanup = new AsyncDisposableStack();
  const { database, browser, importer } = await openShop(cleanup);
  const { id, version, kind } = await importer.upload('list.csv', wineListOf(listedWine(1)));
  await must(browser.call(importOfficeContract).compareImport({ id, version, kind, endsMissing: false }));
  const deps = workDeps(database);
  const taxPercent = () => {
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  };

  await expect(workOnImport({ ...deps, taxPercent }, id)).rejects.toThrow('no space left');
  expect(await importer.read(id)).toMatchObject({ state: 'comparing', problem: '' });
  await workOnImport(deps, id);

  expect(await importer.read(id)).toMatchObject({ state: 'ready' });
});
