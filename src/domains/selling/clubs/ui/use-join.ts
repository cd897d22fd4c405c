import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { CheckoutDetails } from '#domains/selling/checkout/contract.ts';
import {
  errorsAfterBlur,
  errorsAfterTyping,
  type FieldErrors,
  getFieldErrors,
  isLocalityField,
} from '#domains/selling/checkout/model/field-errors.ts';
import { type CheckoutFieldName, validateDetails } from '#domains/selling/checkout/model/validate-details.ts';
import { fetchLocalityError } from '#domains/selling/checkout/ui/checkout-calls.ts';
import { type FormValues, focusField, getFormValues, isSameLocality, setFormValues } from '#domains/selling/checkout/ui/form-values.ts';
import { randomKey } from '#lib/browser/random-id.ts';
import type { Market } from '#markets/market.ts';
import type { ClubQuote } from '../contract.ts';
import { JOIN_ERRORS, joinMessages } from '../messages.ts';
import { clubs, type MembershipClient } from './club-calls.ts';

export interface ClubChoice {
  readonly clubId: string;
  readonly variantId: string;
  readonly frequencyId: string;
}

/** Where an error is shown: at a field, below the locality, at the consent, or above the button. */
type JoinError = {
  readonly at: 'dateOfBirth' | 'place' | 'postcode' | 'agrees' | 'notice';
  readonly message: string;
  readonly code: string;
};

const ERROR_PLACES: Readonly<Record<string, JoinError['at']>> = {
  under_age: 'dateOfBirth',
  address_mismatch: 'place',
  no_delivery: 'postcode',
  not_agreed: 'agrees',
};

/** Loads the costs of a case for its destination when the selection or the state changes. Keeps the last result until then. */
function useQuote({ clubId, variantId, frequencyId }: ClubChoice, state: string) {
  const [quote, setQuote] = useState<ClubQuote | null>(null);
  const [error, setError] = useState<string | null>(null);
  const latest = useRef(0);
  const reload = useCallback(async (): Promise<void> => {
    latest.current += 1;
    const current = latest.current;
    const result = await clubs.quote({ clubId, variantId, frequencyId, state }).catch(() => null);
    if (current !== latest.current) return;
    setError(result?.ok ? null : (result?.title ?? joinMessages.unreachable));
    if (result?.ok) setQuote(result.value.data);
  }, [clubId, variantId, frequencyId, state]);
  useEffect(() => void reload(), [reload]);
  return { quote, error, reload };
}

export interface JoinOptions {
  readonly market: Market;
  readonly choice: ClubChoice;
  /** Initial values of the form. */
  readonly details: CheckoutDetails;
  /** A stored card, or null for a new one. */
  readonly instrumentId: string | null;
  readonly agrees: boolean;
  /** ISO day in the market. */
  readonly today: string;
  readonly calls: MembershipClient;
}

/** State of joining a club: the form, its errors, the costs, and the submission. */
export function useJoin(
  { market, choice, details, instrumentId, agrees, today, calls }: JoinOptions,
  form: RefObject<HTMLFormElement | null>,
) {
  const [values, setValues] = useState<FormValues>({ details, dateOfBirth: '' });
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<JoinError | null>(null);
  const [isJoining, setJoining] = useState(false);
  const pending = useRef<{ readonly body: string; readonly key: string } | null>(null);
  const { quote, error, reload } = useQuote(choice, values.details.state);

  const readValues = (): FormValues => {
    const now = form.current ? getFormValues(form.current) : values;
    setValues(now);
    return now;
  };
  const validate = (now: FormValues): FieldErrors => getFieldErrors(validateDetails(market, now.details, now.dateOfBirth, today));
  const revalidateLocality = async ({ details: typed }: FormValues): Promise<void> => {
    const error = await fetchLocalityError(market, typed);
    if (error !== null && form.current && isSameLocality(getFormValues(form.current).details, typed))
      setErrors((current) => ({ ...current, place: error }));
  };
  const focusFirst = (found: FieldErrors): void => {
    const [first] = Object.keys(found) as (CheckoutFieldName | 'place')[];
    if (first && form.current) focusField(form.current, first === 'place' ? 'suburb' : first);
  };
  const showFailure = (code: string, message: string): void => {
    const at = ERROR_PLACES[code] ?? 'notice';
    const found: FieldErrors = at === 'agrees' || at === 'notice' ? {} : { [at]: message };
    flushSync(() => {
      setJoining(false);
      setErrors(found);
      setFailure({ at, message, code });
    });
    focusFirst(found);
    // The shown costs are out of date.
    if (at === 'notice') void reload();
  };

  const join = async (): Promise<void> => {
    if (isJoining || !quote) return;
    const now = readValues();
    const found = validate(now);
    flushSync(() => {
      setErrors(found);
      setFailure(null);
    });
    if (Object.keys(found).length > 0) return focusFirst(found);
    if (!agrees) return showFailure('not_agreed', JOIN_ERRORS.not_agreed.title);
    setJoining(true);
    const input = { ...choice, ...now, agrees, expectedTotal: quote.total, instrumentId };
    const body = JSON.stringify(input);
    // Reuses the idempotency key until there is a response.
    if (pending.current?.body !== body) pending.current = { body, key: randomKey() };
    const result = await calls.join(input, { idempotencyKey: pending.current.key }).catch(() => null);
    if (result === null) return showFailure('unreachable', joinMessages.unreachable);
    pending.current = null;
    if (result.ok) location.assign(result.value.data.nextUrl);
    else showFailure(result.code, result.title);
  };

  const fill = (details: Partial<CheckoutDetails>): void => {
    if (!form.current) return;
    setFormValues(form.current, details);
    readValues();
  };

  return {
    values,
    errors,
    failure,
    quote,
    quoteError: error,
    isJoining,
    join,
    missing: validateDetails(market, values.details, values.dateOfBirth, today),
    handleChange(name: CheckoutFieldName): void {
      const now = validate(readValues());
      setErrors((current) => errorsAfterTyping(current, name, now));
    },
    handleBlur(name: CheckoutFieldName, isEmpty: boolean): void {
      setErrors((current) => errorsAfterBlur(current, name, isEmpty, validate(values)));
      if (isLocalityField(name)) void revalidateLocality(values);
    },
    /** Fills in a stored address. */
    fillAddress(address: Partial<CheckoutDetails>): void {
      fill(address);
      setErrors({});
    },
    /** Fills in a suggested locality. */
    chooseLocality(locality: { readonly suburb: string; readonly state: string; readonly postcode: string }): void {
      fill(locality);
      setErrors(({ suburb: _, state: __, postcode: ___, place: ____, ...others }) => others);
      if (form.current) focusField(form.current, 'postcode');
    },
  };
}
