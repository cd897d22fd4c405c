/** Changes of live pages that are published at a moment, over the real server. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contentContract } from '#domains/content/contract.ts';
import { activityAfter, latestActivity } from '#domains/staff/server/activity-changes.repository.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestStaff, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { pageRecord } from '../model/record.ts';
import { pageOfficeContract } from '../office-contract.ts';
import { writePages } from './page.repository.ts';
import { publishDuePages } from './publish-due-pages.ts';

const LATER = '2031-01-01T09:00:00.000Z';
let shop: TestShop;
let kim: OfficeBrowser;

beforeAll(async () => {
  shop = await createTestShop();
  kim = await signInAs(shop, await createTestStaff(shop.database, { email: 'kim@shop.example', name: 'Kim', roles: ['Marketing'] }));
});
afterAll(() => shop?.stop());

const office = () => kim.call(pageOfficeContract);
const read = async (id: string) => yes(await office().page({ id }));
const titleShown = async (id: string): Promise<string> => yes(await shop.call(contentContract).page({ path: `/${id}` })).data.title;

async function put(id: string, title: string): Promise<void> {
  const page = pageRecord.parse({ record: 'page', id, template: 'content', path: `/${id}`, title });
  await shop.database.transaction((transaction) => writePages(transaction, [page]));
  await shop.running.services.content.refresh();
}

/** Writes a draft of a live page that is to be published later, and schedules it. */
async function schedule(id: string) {
  await put(id, 'Present');
  const { version, published } = await read(id);
  const record = { ...published, title: 'Scheduled', publishAt: LATER };
  const { revision } = yes(await office().savePageDraft({ id, version, revision: 0, record }));
  return yes(await office().publishPage({ id, version, revision }));
}

/** Moves the moment of a scheduled draft into the past. */
async function comeDue(id: string): Promise<void> {
  await shop.database.execute({
    text: `update page_drafts set scheduled_for = now() - interval '1 minute',
      record = jsonb_set(record, '{publishAt}', to_jsonb(now() - interval '1 minute')) where page_id = $1`,
    values: [id],
  });
}

async function runDue(): Promise<number> {
  const count = await publishDuePages(shop.database);
  await shop.running.services.content.refresh();
  return count;
}

const rowOf = async (id: string) => yes(await office().pages({ 'filter[state]': 'scheduled' })).rows.find((row) => row.id === id);

describe('scheduled changes of a live page', () => {
  test('leave the page as it is until their moment, and are in the list with it', async () => {
    const scheduled = await schedule('harvest');

    expect(scheduled).toMatchObject({ state: 'live', version: 1, scheduled: { at: LATER, author: 'Kim', problem: null } });
    expect(await runDue()).toBe(0);
    expect(await titleShown('harvest')).toBe('Present');
    expect(await rowOf('harvest')).toMatchObject({ state: 'live', scheduledFor: LATER, scheduleProblem: null });
  });

  test('are published once at their moment as a version of who scheduled them, however many processes do it', async () => {
    await schedule('autumn');
    await comeDue('autumn');

    const counts = await Promise.all([publishDuePages(shop.database), publishDuePages(shop.database), publishDuePages(shop.database)]);
    await shop.running.services.content.refresh();

    expect(counts.toSorted()).toEqual([0, 0, 1]);
    expect(await titleShown('autumn')).toBe('Scheduled');
    expect(await read('autumn')).toMatchObject({ state: 'live', version: 2, draft: null, scheduled: null, changedBy: 'Kim' });
    const { rows } = yes(await office().pageHistory({ id: 'autumn' }));
    expect(rows.slice(0, 2).map(({ who, action }) => [who, action])).toEqual([
      ['Kim', 'page.published'],
      ['Kim', 'page.scheduled'],
    ]);
  });

  test('are shown on the open screen of who scheduled them too, whether they are published or not', async () => {
    await schedule('open-published');
    await schedule('open-missed');
    await put('open-missed', 'Imported');
    await comeDue('open-published');
    await comeDue('open-missed');
    const before = await latestActivity(shop.database);

    await runDue();

    const changes = await activityAfter(shop.database, before);
    expect(changes.map(({ id, event, staffId }) => [id, event, staffId]).toSorted()).toEqual([
      ['open-missed', 'schedule_missed', null],
      ['open-published', 'published', null],
    ]);
  });

  test('are published although those of an earlier page fail, which the job reports', async () => {
    await schedule('broken');
    await schedule('behind');
    await comeDue('broken');
    await comeDue('behind');
    const setRecord = (record: string) =>
      shop.database.execute({
        text: `update page_drafts set record = $1, scheduled_for = scheduled_for - interval '1 hour' where page_id = 'broken'`,
        values: [record],
      });
    await setRecord('"not a page"');

    await expect(publishDuePages(shop.database)).rejects.toThrow('1 of the scheduled pages could not be published');

    await shop.running.services.content.refresh();
    expect([await titleShown('broken'), await titleShown('behind')]).toEqual(['Present', 'Scheduled']);
    await setRecord('{}');
    expect(await runDue()).toBe(0);
  });

  test('cannot be changed until they are taken back, and then are a draft again', async () => {
    const { id, version, draft } = await schedule('locked');
    const seen = { id, version, revision: draft?.revision ?? 0 };
    const refused = [
      await office().savePageDraft({ ...seen, record: { ...draft?.record, title: 'Edited' } }),
      await office().discardPageDraft({ id, revision: seen.revision }),
      await office().publishPage(seen),
    ];

    expect(refused.map((result) => !result.ok && [result.status, result.code])).toEqual(refused.map(() => [409, 'page_scheduled']));
    const back = yes(await office().unschedulePage({ id, revision: seen.revision }));
    expect(back).toMatchObject({ scheduled: null, draft: { record: { title: 'Scheduled' } } });
    expect(await office().savePageDraft({ ...seen, record: { ...draft?.record, title: 'Edited' } })).toMatchObject({ ok: true });
    expect(await rowOf(id)).toBeUndefined();
  });

  test('are taken back by whatever hides the page or returns it to an earlier version', async () => {
    const { id, version } = await schedule('hidden');
    const down = yes(await office().takePageDown({ id, version }));
    expect(down).toMatchObject({ state: 'draft', scheduled: null, draft: { record: { title: 'Scheduled' } } });

    const again = await schedule('returned');
    await put('returned', 'Second');
    const restored = yes(await office().restorePage({ id: 'returned', version: again.version + 1, restored: again.version }));
    expect(restored).toMatchObject({ scheduled: null, draft: { record: { title: 'Scheduled' } } });
  });

  test('stay a draft with the reason if an import changed the page, and are not tried again', async () => {
    const { id } = await schedule('imported');
    await put(id, 'Imported');
    await comeDue(id);

    expect([await runDue(), await runDue()]).toEqual([0, 0]);
    expect(await titleShown(id)).toBe('Imported');
    const problem = 'The page was changed after that was scheduled.';
    const missed = await read(id);
    expect(missed).toMatchObject({ scheduled: { problem }, draft: { record: { title: 'Scheduled' } } });
    expect(await rowOf(id)).toMatchObject({ scheduleProblem: problem });

    const { rows } = yes(await office().pageHistory({ id }));
    expect(rows.find(({ action }) => action === 'page.schedule_missed')).toMatchObject({ who: 'Kim' });

    const { version, draft } = missed;
    const revision = draft?.revision ?? 0;
    expect(yes(await office().publishPage({ id, version, revision }))).toMatchObject({ scheduled: null, draft: null });
    expect(await titleShown(id)).toBe('Scheduled');
  });

  test('stay a draft if another page has taken their address', async () => {
    await put('first', 'First');
    const { version, published } = await read('first');
    const record = { ...published, path: '/contested', publishAt: LATER };
    const { revision } = yes(await office().savePageDraft({ id: 'first', version, revision: 0, record }));
    yes(await office().publishPage({ id: 'first', version, revision }));
    await put('contested', 'Second');
    await comeDue('first');

    expect(await runDue()).toBe(0);
    expect((await read('first')).scheduled?.problem).toBe('The page “Second” has its address.');
    expect(await titleShown('first')).toBe('First');
  });

  test('of several pages are scheduled together', async () => {
    for (const id of ['one', 'two']) {
      await put(id, 'Present');
      const { published } = await read(id);
      yes(await office().savePageDraft({ id, version: 1, revision: 0, record: { ...published, title: 'Scheduled', publishAt: LATER } }));
    }
    const pages = ['one', 'two'].map((id) => ({ id, version: 1, revision: 1 }));

    const { results } = yes(await office().changePages({ pages, action: 'publish' }));
    const again = yes(await office().changePages({ pages, action: 'publish' }));

    expect(results.map(({ isDone, undo }) => [isDone, undo])).toEqual([
      [true, null],
      [true, null],
    ]);
    expect(again.results.map(({ isDone, reason }) => [isDone, reason.split('.')[0]])).toEqual([
      [false, 'These changes are scheduled'],
      [false, 'These changes are scheduled'],
    ]);
    expect([await titleShown('one'), await titleShown('two')]).toEqual(['Present', 'Present']);
  });
});
