import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { randomKey } from '../../platform/web/random-key.ts';
import type { CheckoutDetails, CheckoutView } from '../contract.ts';
import { type Faults, faultsAfterLeaving, faultsAfterTyping, faultsOf, isPlaceField } from '../field-faults.ts';
import { cartInRegion, figuresOfCart, withTenders } from '../sums.ts';
import { type DetailField, detailFaults } from '../validate-details.ts';
import { useSignedCheckout } from './checkout-calls.ts';
import { type FormValues, focusField, readForm, samePlace, writeForm } from './form-values.ts';
import { placeFaultNow } from './place-check.ts';
import { orderPress, type PressOutcome } from './press-order.ts';
import { useSavedForm } from './use-saved-form.ts';
import { useWallet, usualCard } from './use-wallet.ts';

/** Which card pays. */
export interface PayingWith {
  /** A stored one; null for a new one. */
  readonly instrumentId: string | null;
  /** Keep the new one. */
  readonly saveCard: boolean;
}

type Notice = Extract<PressOutcome, { kind: 'notice' }>;

/**
 * One checkout in the browser: its form, what is wrong with it, and the press that places the order.
 * @param loaded what the page was rendered with
 * @param today ISO day in the market
 */
export function useCheckout(token: string, loaded: CheckoutView, today: string, form: RefObject<HTMLFormElement | null>) {
  const { view, values, isEnded, isReachable, setView, setEnded, changed, refresh, saver } = useSavedForm(token, loaded, form);
  const [faults, setFaults] = useState<Faults>({});
  const [notice, setNotice] = useState<Notice | null>(null);
  const [isPlacing, setPlacing] = useState(false);
  const isPressed = useRef(false);
  const calls = useSignedCheckout();
  const press = useMemo(() => orderPress(calls.placeOrder, randomKey), [calls]);
  const wallet = useWallet(token, calls);
  const [chosen, setPaying] = useState<PayingWith | null>(null);
  const paying = chosen ?? { instrumentId: usualCard(wallet, today), saveCard: false };

  const { market } = view;
  const { state } = values.details;
  const cart = useMemo(() => view.cart && cartInRegion(market, view.cart, state), [market, view.cart, state]);
  const figures = useMemo(() => cart && withTenders(figuresOfCart(market, cart), view.tenders), [market, cart, view.tenders]);
  const isGiftCardOnly = cart?.isGiftCardOnly ?? false;
  const missing = ({ details, dateOfBirth }: FormValues) => detailFaults(market, details, dateOfBirth, today, isGiftCardOnly);
  const judge = (form: FormValues): Faults => faultsOf(missing(form));

  const focusFirst = (found: Faults): void => {
    const [first] = Object.keys(found) as (DetailField | 'place')[];
    if (first && form.current) focusField(form.current, first === 'place' ? 'suburb' : first);
  };

  /** Say beside the fields that suburb, state and postcode do not belong together, unless they have changed meanwhile. */
  const checkPlace = async ({ details }: FormValues): Promise<void> => {
    const fault = await placeFaultNow(market, details);
    if (fault !== null && form.current && samePlace(readForm(form.current).details, details))
      setFaults((shown) => ({ ...shown, place: fault }));
  };

  /** What happens when the shop has said no. */
  const stay = async (outcome: Exclude<PressOutcome, { kind: 'leave' }>): Promise<void> => {
    isPressed.current = false;
    const found: Faults = outcome.kind === 'fault' ? { [outcome.at]: outcome.words } : {};
    if (outcome.kind === 'notice' && outcome.isStale) await refresh();
    flushSync(() => {
      setPlacing(false);
      setFaults(found);
      if (outcome.kind === 'notice') setNotice(outcome);
      if (outcome.kind === 'ended') setEnded(true);
    });
    focusFirst(found);
    changed();
  };

  const place = async (): Promise<void> => {
    if (!figures || isPressed.current) return;
    const now = changed();
    const found = judge(now);
    flushSync(() => {
      setNotice(null);
      setFaults(found);
    });
    if (Object.keys(found).length > 0) return focusFirst(found);
    isPressed.current = true;
    setPlacing(true);
    saver.stop();
    const card = figures.charged > 0 ? paying : { instrumentId: null, saveCard: false };
    const outcome = await press({ token, ...now, ...card, expectedTotal: figures.total, expectedCharge: figures.charged });
    if (outcome.kind === 'leave') location.assign(outcome.nextUrl);
    else await stay(outcome);
  };

  const reopen = useEffectEvent(() => {
    isPressed.current = false;
    setPlacing(false);
    void refresh();
  });
  useEffect(() => {
    // Back from the payment page, the browser may show this page as it was left.
    const shown = (event: PageTransitionEvent): void => {
      if (event.persisted) reopen();
    };
    addEventListener('pageshow', shown);
    return () => removeEventListener('pageshow', shown);
  }, []);

  return {
    view,
    cart,
    figures,
    calls,
    paying,
    setPaying,
    wallet,
    setView,
    missing,
    values,
    faults,
    notice,
    isPlacing,
    isEnded,
    isReachable,
    place,
    /** A field was typed in. */
    typed(name: DetailField): void {
      const now = judge(changed());
      if (name === 'state') saver.flush();
      setFaults((shown) => faultsAfterTyping(shown, name, now));
    },
    /** A field was left. */
    left(name: DetailField, isEmpty: boolean): void {
      saver.flush();
      setFaults((shown) => faultsAfterLeaving(shown, name, isEmpty, judge(values)));
      if (isPlaceField(name)) void checkPlace(values);
    },
    /** One of the customer's addresses was chosen. */
    deliverTo(address: Partial<CheckoutDetails>): void {
      if (!form.current) return;
      writeForm(form.current, address);
      changed();
      saver.flush();
      setFaults({});
    },
    /** A place was chosen from the suggestions. */
    choose(place: { readonly suburb: string; readonly state: string; readonly postcode: string }): void {
      if (!form.current) return;
      writeForm(form.current, place);
      changed();
      saver.flush();
      setFaults(({ suburb: _, state: __, postcode: ___, place: ____, ...others }) => others);
      focusField(form.current, 'postcode');
    },
  };
}
