import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CheckoutDetails, CheckoutView } from '../contract.ts';
import { createAutosave, type Saved } from './autosave.ts';

const details = (firstName: string): CheckoutDetails => ({
  email: '',
  firstName,
  lastName: '',
  phone: '',
  address: '',
  suburb: '',
  state: '',
  postcode: '',
  instructions: '',
  giftMessage: '',
  authorityToLeave: false,
});

/** A saver over a shop that answers when told to; `null` is no answer. */
function saving() {
  const sent: string[] = [];
  const shown: string[] = [];
  const answers: ((saved: Saved | null) => void)[] = [];
  let ended = 0;
  let reachable = true;
  const saver = createAutosave({
    save: ({ firstName }) => {
      sent.push(firstName);
      return new Promise((resolve, reject) => {
        answers.push((saved) => (saved === null ? reject(new Error('no answer')) : resolve(saved)));
      });
    },
    onSaved: (view) => shown.push(view.details.firstName),
    onEnded: () => {
      ended += 1;
    },
    onReach: (is) => {
      reachable = is;
    },
  });
  const answer = async (saved: Saved | null): Promise<void> => {
    answers.shift()?.(saved);
    await vi.advanceTimersByTimeAsync(0);
  };
  const yes = (): Promise<void> => {
    const view: CheckoutView = {
      market: 'AU',
      cart: null,
      isCustomers: false,
      tenders: { giftCards: [], usesCredit: false, credit: 0 },
      details: details(sent.at(-1) ?? ''),
      expiresAt: '',
      orderUrl: null,
      problems: [],
      notices: [],
    };
    return answer({ ok: true, view });
  };
  return { saver, sent, shown, answer, yes, endings: () => ended, isReachable: () => reachable };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('saving what is typed', () => {
  test('one call for a burst of keys, with the last', async () => {
    const { saver, sent, shown, yes } = saving();
    for (const name of ['A', 'Ad', 'Ada']) saver.note(details(name));
    expect(sent).toEqual([]);
    await vi.runAllTimersAsync();
    await yes();
    expect([sent, shown]).toEqual([['Ada'], ['Ada']]);
  });

  test('at once when a field is left, and not twice', async () => {
    const { saver, sent, yes } = saving();
    saver.note(details('Ada'));
    saver.flush();
    saver.flush();
    await yes();
    await vi.runAllTimersAsync();
    expect(sent).toEqual(['Ada']);
  });

  test('what is typed during a call follows it, and an answer that is overtaken is not shown', async () => {
    const { saver, sent, shown, yes } = saving();
    saver.note(details('Ada'));
    saver.flush();
    saver.note(details('Adam'));
    saver.flush();
    expect(sent).toEqual(['Ada']);
    await yes();
    expect([sent, shown]).toEqual([['Ada', 'Adam'], []]);
    await yes();
    expect(shown).toEqual(['Adam']);
  });

  test('no answer: said, tried again with the newest', async () => {
    const { saver, sent, answer, yes, isReachable } = saving();
    saver.note(details('Ada'));
    saver.flush();
    await answer(null);
    expect([sent, isReachable()]).toEqual([['Ada'], false]);
    await vi.runAllTimersAsync();
    expect(sent).toEqual(['Ada', 'Ada']);
    await yes();
    expect(isReachable()).toBe(true);
  });

  test('a checkout that has ended is said once and not tried again', async () => {
    const { saver, sent, answer, endings } = saving();
    saver.note(details('Ada'));
    saver.flush();
    await answer({ ok: false, ended: true });
    await vi.runAllTimersAsync();
    expect([sent, endings()]).toEqual([['Ada'], 1]);
  });

  test('stopped, it saves no more', async () => {
    const { saver, sent } = saving();
    saver.note(details('Ada'));
    saver.stop();
    await vi.runAllTimersAsync();
    expect(sent).toEqual([]);
  });
});
