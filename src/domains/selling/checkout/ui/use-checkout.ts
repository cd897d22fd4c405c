import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { randomKey } from '#lib/browser/random-id.ts';
import type { CheckoutDetails, CheckoutView } from '../contract.ts';
import { type FieldErrors, faultsAfterLeaving, faultsAfterTyping, getFieldErrors, isLocalityField } from '../model/field-errors.ts';
import { cartInRegion, toPriceBreakdown, withTenders } from '../model/price-summary.ts';
import { type CheckoutFieldName, validateDetails } from '../model/validate-details.ts';
import { useSignedCheckout } from './checkout-calls.ts';
import { type FormValues, focusField, getFormValues, isSameLocality, setFormValues } from './form-values.ts';
import { createOrderSubmission, type SubmitResult } from './submit-order.ts';
import { useAutosaveForm } from './use-autosave-form.ts';
import { defaultCard, usePaymentMethods } from './use-payment-methods.ts';
import { fetchLocalityError } from './validate-locality.ts';

/** Which card pays. */
export interface PayingWith {
  /** A stored one; null for a new one. */
  readonly instrumentId: string | null;
  /** Keep the new one. */
  readonly saveCard: boolean;
}

type Notice = Extract<SubmitResult, { kind: 'notice' }>;

/**
 * One checkout in the browser: its form, what is wrong with it, and the press that places the order.
 * @param loaded what the page was rendered with
 * @param today ISO day in the market
 */
export function useCheckout(token: string, loaded: CheckoutView, today: string, form: RefObject<HTMLFormElement | null>) {
  const { view, values, isEnded, isReachable, setView, setEnded, changed, refresh, saver } = useAutosaveForm(token, loaded, form);
  const [faults, setErrors] = useState<FieldErrors>({});
  const [notice, setNotice] = useState<Notice | null>(null);
  const [isPlacing, setPlacing] = useState(false);
  const isPressed = useRef(false);
  const calls = useSignedCheckout();
  const press = useMemo(() => createOrderSubmission(calls.placeOrder, randomKey), [calls]);
  const wallet = usePaymentMethods(token, calls);
  const [chosen, setPaying] = useState<PayingWith | null>(null);
  const paying = chosen ?? { instrumentId: defaultCard(wallet, today), saveCard: false };

  const { market } = view;
  const { state } = values.details;
  const cart = useMemo(() => view.cart && cartInRegion(market, view.cart, state), [market, view.cart, state]);
  const figures = useMemo(() => cart && withTenders(toPriceBreakdown(market, cart), view.tenders), [market, cart, view.tenders]);
  const isGiftCardOnly = cart?.isGiftCardOnly ?? false;
  const missing = ({ details, dateOfBirth }: FormValues) => validateDetails(market, details, dateOfBirth, today, isGiftCardOnly);
  const judge = (form: FormValues): FieldErrors => getFieldErrors(missing(form));

  const focusFirst = (found: FieldErrors): void => {
    const [first] = Object.keys(found) as (CheckoutFieldName | 'place')[];
    if (first && form.current) focusField(form.current, first === 'place' ? 'suburb' : first);
  };

  /** Say beside the fields that suburb, state and postcode do not belong together, unless they have changed meanwhile. */
  const revalidateLocality = async ({ details }: FormValues): Promise<void> => {
    const fault = await fetchLocalityError(market, details);
    if (fault !== null && form.current && isSameLocality(getFormValues(form.current).details, details))
      setErrors((shown) => ({ ...shown, place: fault }));
  };

  /** What happens when the shop has said no. */
  const stay = async (outcome: Exclude<SubmitResult, { kind: 'leave' }>): Promise<void> => {
    isPressed.current = false;
    const found: FieldErrors = outcome.kind === 'fault' ? { [outcome.at]: outcome.words } : {};
    if (outcome.kind === 'notice' && outcome.isStale) await refresh();
    flushSync(() => {
      setPlacing(false);
      setErrors(found);
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
      setErrors(found);
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
    typed(name: CheckoutFieldName): void {
      const now = judge(changed());
      if (name === 'state') saver.flush();
      setErrors((shown) => faultsAfterTyping(shown, name, now));
    },
    /** A field was left. */
    left(name: CheckoutFieldName, isEmpty: boolean): void {
      saver.flush();
      setErrors((shown) => faultsAfterLeaving(shown, name, isEmpty, judge(values)));
      if (isLocalityField(name)) void revalidateLocality(values);
    },
    /** One of the customer's addresses was chosen. */
    deliverTo(address: Partial<CheckoutDetails>): void {
      if (!form.current) return;
      setFormValues(form.current, address);
      changed();
      saver.flush();
      setErrors({});
    },
    /** A place was chosen from the suggestions. */
    choose(place: { readonly suburb: string; readonly state: string; readonly postcode: string }): void {
      if (!form.current) return;
      setFormValues(form.current, place);
      changed();
      saver.flush();
      setErrors(({ suburb: _, state: __, postcode: ___, place: ____, ...others }) => others);
      focusField(form.current, 'postcode');
    },
  };
}
