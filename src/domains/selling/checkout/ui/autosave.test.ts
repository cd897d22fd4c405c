import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CheckoutDetails, CheckoutView } from '../contract.ts';
import { NO_ADDRESS } from '../model/ordered-details.ts';
import { createAutosave, type Saved } from './autosave.ts';

const details = (firstName: string): CheckoutDetails => ({
  email: '',
  firstName,
  lastName: '',
  phone: '',
  ...NO_ADDRESS,
});

/** Creates an autosave with a shop that responds when the test tells it to. `null` is a lost response. */
function saving() {
  const sent: string[] = [];
  const displayed: string[] = [];
  const pending: ((saved: Saved | null) => void)[] = [];
  let ended = 0;
  let reachable = true;
  const saver = createAutosave({
    save: ({ firstName }) => {
      sent.push(firstName);
      return new Promise((resolve, reject) => {
        pending.push((saved) => (saved === null ? reject(new Error('no answer')) : resolve(saved)));
      });
    },
    onSaved: (view) => displayed.push(view.details.firstName),
    onExpired: () => {
      ended += 1;
    },
    onReach: (is) => {
      reachable = is;
    },
  });
  const respond = async (saved: Saved | null): Promise<void> => {
    pending.shift()?.(saved);
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
    return respond({ ok: true, view });
  };
  return { saver, sent, shown: displayed, answer: respond, yes, endings: () => ended, isReachable: () => reachable };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('autosave of the form', () => {
  test('sends one call for a burst of keys, with the last value', async () => {
    const { saver, sent, shown, yes } = saving();
    for (const name of ['A', 'Ad', 'Ada']) saver.schedule(details(name));
    expect(sent).toEqual([]);
    await vi.runAllTimersAsync();
    await yes();
    expect([sent, shown]).toEqual([['Ada'], ['Ada']]);
  });

  test('saves at once when a field is left, and only once', async () => {
    const { saver, sent, yes } = saving();
    saver.schedule(details('Ada'));
    saver.flush();
    saver.flush();
    await yes();
    await vi.runAllTimersAsync();
    expect(sent).toEqual(['Ada']);
  });

  test('sends changes made during a call after it, and ignores the response that is out of date', async () => {
    const { saver, sent, shown, yes } = saving();
    saver.schedule(details('Ada'));
    saver.flush();
    saver.schedule(details('Adam'));
    saver.flush();
    expect(sent).toEqual(['Ada']);
    await yes();
    expect([sent, shown]).toEqual([['Ada', 'Adam'], []]);
    await yes();
    expect(shown).toEqual(['Adam']);
  });

  test('reports a lost response and retries with the newest values', async () => {
    const { saver, sent, answer, yes, isReachable } = saving();
    saver.schedule(details('Ada'));
    saver.flush();
    await answer(null);
    expect([sent, isReachable()]).toEqual([['Ada'], false]);
    await vi.runAllTimersAsync();
    expect(sent).toEqual(['Ada', 'Ada']);
    await yes();
    expect(isReachable()).toBe(true);
  });

  test('reports an expired checkout once and does not retry', async () => {
    const { saver, sent, answer, endings } = saving();
    saver.schedule(details('Ada'));
    saver.flush();
    await answer({ ok: false, expired: true });
    await vi.runAllTimersAsync();
    expect([sent, endings()]).toEqual([['Ada'], 1]);
  });

  test('saves nothing after it is stopped', async () => {
    const { saver, sent } = saving();
    saver.schedule(details('Ada'));
    saver.stop();
    await vi.runAllTimersAsync();
    expect(sent).toEqual([]);
  });
});
