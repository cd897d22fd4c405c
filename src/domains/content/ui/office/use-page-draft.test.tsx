// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { LiveChange } from '#ui/office/live.ts';
import { useLivePage } from './use-live-page.ts';
import { usePageDraft } from './use-page-draft.ts';

const server = vi.hoisted(() => ({ savePageDraft: vi.fn(), page: vi.fn() }));
const live = vi.hoisted(() => ({ send: async (_change: LiveChange): Promise<void> => {} }));
vi.mock('./page-calls.ts', () => ({ pageCalls: server }));
vi.mock('#ui/office/live.ts', () => ({
  useLive: (_kind: string, listener: (change: LiveChange) => void) => {
    live.send = async (change) => listener(change);
  },
  useLiveOpened: () => {},
}));

const KEY = 'office.page.about';
const WAITING = { at: '2031-01-01T09:00:00.000Z', author: 'Bo', problem: null };
const MISSED = { ...WAITING, problem: 'The page was changed after that was scheduled.' };

const about = {
  id: 'about',
  state: 'live' as const,
  version: 3,
  published: { title: 'Published' },
  changedAt: null,
  changedBy: 'Kim',
  draft: { record: { title: 'Draft' }, revision: 2, baseVersion: 3, author: 'Kim', updatedAt: '2030-01-01T09:00:00.000Z', isOwn: true },
  scheduled: null as typeof WAITING | typeof MISSED | null,
  canEdit: true,
  timeZone: 'Australia/Sydney',
  issues: [],
  sites: [],
  liveUrl: null,
};
type Page = typeof about;

const scheduled: Page = { ...about, scheduled: WAITING };
const typed = { title: 'Typed' };
const refused = { ok: false, status: 409, code: 'page_scheduled', title: 'These changes are scheduled.', details: {} };

const stored = (): unknown => JSON.parse(localStorage.getItem(KEY) ?? 'null')?.record ?? null;
const store = (revision = 2): void => localStorage.setItem(KEY, JSON.stringify({ record: typed, version: 3, revision }));

/** Opens the editor as its screen does. */
const open = (loaded: Page) =>
  renderHook(() => {
    const [page, setPage] = useState<Parameters<typeof usePageDraft>[0]>(loaded);
    const draft = usePageDraft(loaded, setPage);
    const take = (next: typeof page): void => {
      setPage(next);
      draft.take(next);
    };
    useLivePage(page.id, { isPaused: false, scheduled: page.scheduled, draft, take });
    return { page, draft, take };
  });

beforeEach(() => {
  localStorage.clear();
  server.savePageDraft.mockReset().mockResolvedValue({ ok: true, value: { revision: 3, savedAt: '2030-01-01T10:00:00.000Z', issues: [] } });
  server.page.mockReset().mockResolvedValue({ ok: true, value: scheduled });
});
afterEach(cleanup);

describe('what was typed and not saved', () => {
  test('stays on the device while the draft is scheduled, and comes back with the draft', () => {
    store();
    const { result } = open(scheduled);

    expect(result.current.draft.record).toEqual({ title: 'Draft' });
    expect(stored()).toEqual(typed);
    act(() => result.current.take(about));
    expect(result.current.draft.record).toEqual(typed);
    expect(result.current.draft.state).toBe('unsaved');
  });

  test('comes back over a draft that was not published at its moment', () => {
    store();
    const { result } = open({ ...about, scheduled: MISSED });

    expect(result.current.draft.record).toEqual(typed);
  });

  test('is dropped if somebody saved another draft since', () => {
    store(1);
    const { result } = open(scheduled);

    expect(result.current.draft.record).toEqual({ title: 'Draft' });
    expect(stored()).toBeNull();
  });

  test('is dropped by whoever keeps the text of a colleague', async () => {
    const { result } = open(about);
    server.savePageDraft.mockResolvedValue({ ...refused, code: 'changed_meanwhile' });
    server.page.mockResolvedValue({ ok: true, value: about });
    act(() => result.current.draft.change(typed));
    await act(async () => void (await result.current.draft.flush()));

    act(() => result.current.take(about));

    expect(result.current.draft.record).toEqual({ title: 'Draft' });
    expect(stored()).toBeNull();
  });
});

describe('typing while a colleague schedules the draft', () => {
  const openRefused = async () => {
    const { result } = open(about);
    server.savePageDraft.mockResolvedValueOnce(refused);
    act(() => result.current.draft.change(typed));
    await act(async () => void (await result.current.draft.flush()));
    return result;
  };

  test('shows the schedule with what was typed, which is a draft once that is taken back', async () => {
    const result = await openRefused();

    expect(result.current.page.scheduled).toEqual(WAITING);
    expect(result.current.draft).toMatchObject({ record: typed, refusal: refused.title });
    act(() => result.current.take(about));
    expect(result.current.draft).toMatchObject({ record: typed, refusal: null, state: 'unsaved' });
  });

  test('is saved when the colleague takes the schedule back', async () => {
    const result = await openRefused();
    const after = { ...about, draft: { ...about.draft, record: typed, revision: 3 } };
    server.page.mockResolvedValueOnce({ ok: true, value: about }).mockResolvedValue({ ok: true, value: after });

    await act(async () => live.send({ kind: 'page', id: 'about', event: 'unscheduled', isOwn: false }));

    await vi.waitFor(() => expect(result.current.page.scheduled).toBeNull());
    expect(result.current.draft).toMatchObject({ record: typed, state: 'saved' });
  });
});

test('an open page shows that it was not published at its moment', async () => {
  const { result } = open(scheduled);
  server.page.mockResolvedValue({ ok: true, value: { ...about, scheduled: MISSED } });

  await act(async () => live.send({ kind: 'page', id: 'about', event: 'schedule_missed', isOwn: false }));

  await vi.waitFor(() => expect(result.current.page.scheduled).toEqual(MISSED));
});
