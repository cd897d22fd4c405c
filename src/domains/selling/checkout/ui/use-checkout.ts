import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { findPlace } from '#domains/selling/shipping/model/collection.ts';
import { randomKey } from '#lib/browser/random-id.ts';
import { isPostcode } from '#markets/delivery.ts';
import { useSellingTerms } from '#markets/ui/market-context.tsx';
import type { CheckoutDetails, CheckoutView } from '../contract.ts';
import { errorsAfterBlur, errorsAfterTyping, type FieldErrors, getFieldErrors, isLocalityField } from '../model/field-errors.ts';
import { cartHandedOver, toPriceBreakdown, withTenders } from '../model/price-summary.ts';
import { type CheckoutFieldName, validateDetails } from '../model/validate-details.ts';
import { useAutosaveForm } from './autosave.ts';
import { fetchLocalityError, useSignedCheckout } from './checkout-calls.ts';
import { type FormValues, focusField, getFormValues, isSameLocality, setFormValues } from './form-values.ts';
import { createOrderSubmission, type SubmitResult } from './submit-order.ts';
import { defaultCard, usePaymentMethods } from './use-payment-methods.ts';

/** The card that pays. */
export interface CardChoice {
  /** A stored card, or null for a new one. */
  readonly instrumentId: string | null;
  /** Saves the new card for later orders. */
  readonly saveCard: boolean;
}

type Notice = Extract<SubmitResult, { kind: 'notice' }>;

/**
 * State of the checkout page: the form, its errors, and the submission of the order.
 * @param loaded the checkout that the page was rendered with
 * @param today ISO day in the market
 */
export function useCheckout(token: string, loaded: CheckoutView, today: string, form: RefObject<HTMLFormElement | null>) {
  const { view, values, isExpired, isReachable, setView, setExpired, changed, refresh, saver } = useAutosaveForm(token, loaded, form);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [notice, setNotice] = useState<Notice | null>(null);
  const [isPlacing, setPlacing] = useState(false);
  const isSubmitting = useRef(false);
  const calls = useSignedCheckout();
  const submitOrder = useMemo(() => createOrderSubmission(calls.placeOrder, randomKey), [calls]);
  const methods = usePaymentMethods(token, calls);
  const [chosen, setPaying] = useState<CardChoice | null>(null);
  const paying = chosen ?? { instrumentId: defaultCard(methods, today), saveCard: false };

  const { market } = view;
  const currentTerms = useSellingTerms();
  // A state that is not saved yet is priced by the terms that the cart was read with. By newer ones the total would change without a
  // word; the server's next response has it with the reason.
  const [priced, setPriced] = useState({ view, terms: currentTerms });
  if (priced.view !== view) setPriced({ view, terms: currentTerms });
  const { terms } = priced;
  const { state } = values.details;
  const { collection: places = [] } = view;
  const place = findPlace(places, values.details.collectFrom);
  const isCollected = place !== null;
  const isPricedCollected = findPlace(places, view.details.collectFrom) !== null;
  const cart = useMemo(
    () => view.cart && cartHandedOver(terms, view.cart, state, { now: isCollected, priced: isPricedCollected }),
    [terms, view.cart, state, isCollected, isPricedCollected],
  );
  const breakdown = useMemo(
    () => cart && withTenders(toPriceBreakdown(market, cart, place ?? undefined), view.tenders),
    [market, cart, place, view.tenders],
  );
  const isGiftCardOnly = cart?.isGiftCardOnly ?? false;
  const { postcode } = values.details;
  const noDelivery = !isCollected && postcode === view.details.postcode ? view.noDelivery : undefined;
  const isPricedHere = isCollected === isPricedCollected && state === view.details.state && postcode === view.details.postcode;
  const missing = ({ details, dateOfBirth }: FormValues) => validateDetails(market, details, dateOfBirth, today, isGiftCardOnly, places);
  const validate = (form: FormValues): FieldErrors => getFieldErrors(missing(form));

  const focusFirst = (found: FieldErrors): void => {
    const [first] = Object.keys(found) as (CheckoutFieldName | 'place')[];
    if (first && form.current) focusField(form.current, first === 'place' ? 'suburb' : first);
  };

  /** Shows the error of the locality, unless the fields have changed since the request. */
  const revalidateLocality = async ({ details }: FormValues): Promise<void> => {
    const error = await fetchLocalityError(market, details);
    if (error !== null && form.current && isSameLocality(getFormValues(form.current).details, details))
      setErrors((current) => ({ ...current, place: error }));
  };

  /** Shows the error of a submission. */
  const stay = async (outcome: Exclude<SubmitResult, { kind: 'leave' }>): Promise<void> => {
    isSubmitting.current = false;
    const found: FieldErrors = outcome.kind === 'field_error' ? { [outcome.at]: outcome.message } : {};
    if (outcome.kind === 'notice' && outcome.isStale) await refresh();
    flushSync(() => {
      setPlacing(false);
      setErrors(found);
      if (outcome.kind === 'notice') setNotice(outcome);
      if (outcome.kind === 'ended') setExpired(true);
    });
    focusFirst(found);
    changed();
  };

  const submit = async (): Promise<void> => {
    if (!breakdown || isSubmitting.current) return;
    const now = changed();
    const found = validate(now);
    flushSync(() => {
      setNotice(null);
      setErrors(found);
    });
    if (Object.keys(found).length > 0) return focusFirst(found);
    isSubmitting.current = true;
    setPlacing(true);
    saver.stop();
    const card = breakdown.charged > 0 ? paying : { instrumentId: null, saveCard: false };
    const outcome = await submitOrder({ token, ...now, ...card, expectedTotal: breakdown.total, expectedCharge: breakdown.charged });
    if (outcome.kind === 'leave') location.assign(outcome.nextUrl);
    else await stay(outcome);
  };

  const validateUnsavedLocality = useEffectEvent(() => {
    const now = form.current && getFormValues(form.current);
    if (now && !isSameLocality(now.details, view.details)) void revalidateLocality(now);
  });
  // No event reports fields that were filled in and left before hydration.
  useEffect(() => validateUnsavedLocality(), []);

  const reopen = useEffectEvent(() => {
    isSubmitting.current = false;
    setPlacing(false);
    void refresh();
  });
  useEffect(() => {
    // The back button may restore this page from the back/forward cache while it is submitting.
    const handlePageShow = (event: PageTransitionEvent): void => {
      if (event.persisted) reopen();
    };
    addEventListener('pageshow', handlePageShow);
    return () => removeEventListener('pageshow', handlePageShow);
  }, []);

  return {
    view,
    cart,
    /** Where the order is collected. Null if it is delivered. */
    collectedAt: place,
    breakdown,
    calls,
    paying,
    setPaying,
    methods,
    setView,
    missing,
    values,
    errors: noDelivery === undefined ? errors : { ...errors, postcode: noDelivery },
    /** False if nothing is delivered to the postcode. */
    isServed: noDelivery === undefined,
    /** True where postcodes have fees of their own, until the server has priced the one that is entered. */
    isFeeEstimated: currentTerms.hasZones === true && !(isPricedHere && isPostcode(market, postcode)),
    notice,
    isPlacing,
    isExpired,
    isReachable,
    place: submit,
    /** Handles typing in a field. */
    typed(name: CheckoutFieldName): void {
      const entered = changed();
      const now = validate(entered);
      const isPriced = name === 'postcode' && currentTerms.hasZones && isPostcode(market, entered.details.postcode);
      if (name === 'state' || isPriced) saver.flush();
      setErrors((current) => errorsAfterTyping(current, name, now));
    },
    /** Handles leaving a field. */
    handleBlur(name: CheckoutFieldName, isEmpty: boolean): void {
      saver.flush();
      // Of the fields, because what was typed before hydration may not be rendered yet.
      const now = form.current ? getFormValues(form.current) : values;
      setErrors((current) => errorsAfterBlur(current, name, isEmpty, validate(now)));
      if (isLocalityField(name)) void revalidateLocality(now);
    },
    /** Fills in a stored address. */
    deliverTo(address: Partial<CheckoutDetails>): void {
      if (!form.current) return;
      setFormValues(form.current, address);
      changed();
      saver.flush();
      setErrors({});
    },
    /** Handles the choice between delivery and collecting. */
    changeHandover(): void {
      changed();
      saver.flush();
      setErrors({});
    },
    /** Fills in a suggested locality. */
    choose(locality: { readonly suburb: string; readonly state: string; readonly postcode: string }): void {
      if (!form.current) return;
      setFormValues(form.current, locality);
      changed();
      saver.flush();
      setErrors(({ suburb: _, state: __, postcode: ___, place: ____, ...others }) => others);
      focusField(form.current, 'postcode');
    },
  };
}
