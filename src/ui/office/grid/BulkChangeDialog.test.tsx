// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BulkChangeDialog, type NamedResult } from './BulkChangeDialog.tsx';
import { changedSoFar, useBulkChange } from './use-bulk-change.ts';

/** More than one portion. */
const IDS = Array.from({ length: 60 }, (_, index) => `bottle-${index + 1}`);
const LOST = { ok: false, title: 'We couldn’t reach the shop.', status: 0 } as const;
const answer = (ids: readonly string[]): readonly NamedResult[] =>
  ids.map((id) => ({ id, name: id.replace('bottle-', 'Bottle '), isDone: true, reason: '' }));

let changed: Set<string>;
let isOffline: boolean;
beforeEach(() => {
  vi.stubGlobal('isSecureContext', true);
  changed = new Set();
  isOffline = false;
});

afterEach(cleanup);

function Bottles() {
  const bulk = useBulkChange<'open', NamedResult>({
    collect: async () => ({ ok: true, ids: IDS }),
    send: async (ids, _, key) => {
      if (key === null) return { ok: true, value: answer(ids) };
      // The second portion reaches the shop, and its answer does not come back.
      for (const id of ids) changed.add(id);
      if (ids.length < 50 && isOffline) return LOST;
      return { ok: true, value: answer(ids) };
    },
  });
  const made = changedSoFar(bulk.state).map(({ id }) => id);
  const undo = useBulkChange<null, NamedResult>({
    collect: async () => ({ ok: true, ids: made }),
    send: async (ids) => {
      for (const id of ids) changed.delete(id);
      return { ok: true, value: answer(ids) };
    },
  });
  return (
    <BulkChangeDialog
      title="Open bottles"
      noun={{ one: 'bottle', many: 'bottles' }}
      target={{ count: IDS.length, selection: { isAllMatching: false, keys: new Set(IDS) }, clear: () => {} }}
      bulk={bulk}
      undo={undo}
      undoable={made}
      change="open"
      action={(count) => `Open ${count} bottles`}
      onDone={() => {}}
      onClose={() => {}}
    >
      <p>Sure?</p>
    </BulkChangeDialog>
  );
}

const press = async (name: string): Promise<void> => void fireEvent.click(await screen.findByRole('button', { name }));
const namesBelow = async (title: string): Promise<readonly (string | null)[]> => {
  const block = (await screen.findByText(title)).parentElement;
  return block
    ? within(block)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent)
    : [];
};

async function loseConnection(): Promise<void> {
  isOffline = true;
  render(<Bottles />);
  await press('Next');
  await press('Open 60 bottles');
  await screen.findByText(/50 of 60 are done, and the next 10 may be/);
}

test('a change that is cut off names what was changed, and what may have been', async () => {
  await loseConnection();

  expect(await namesBelow('Changed:')).toEqual([...Array.from({ length: 8 }, (_, index) => `Bottle ${index + 1}`), 'and 42 more']);
  expect(await namesBelow('These may have changed:')).toEqual(Array.from({ length: 10 }, (_, index) => `Bottle ${index + 51}`));
});

test('what was changed before the connection was lost is undone, and what may have changed stays named', async () => {
  await loseConnection();

  await press('Undo for 50 bottles');

  await screen.findByText('50 bottles are as they were.');
  expect([...changed]).toEqual(IDS.slice(50));
  expect((await namesBelow('These may have changed:')).length).toBe(10);
});

test('a change that was cut off and continued is undone as a whole', async () => {
  await loseConnection();
  isOffline = false;

  await press('Continue with 10 bottles');
  await press('Undo for 60 bottles');

  await screen.findByText('60 bottles are as they were.');
  expect(changed.size).toBe(0);
});
