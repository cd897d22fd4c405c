import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { CheckoutDetails } from '#domains/selling/checkout/contract.ts';
import {
  type FieldErrors,
  faultsAfterLeaving,
  faultsAfterTyping,
  getFieldErrors,
  isLocalityField,
} from '#domains/selling/checkout/model/field-errors.ts';
import { type CheckoutFieldName, validateDetails } from '#domains/selling/checkout/model/validate-details.ts';
import { type FormValues, focusField, getFormValues, isSameLocality, setFormValues } from '#domains/selling/checkout/ui/form-values.ts';
import { fetchLocalityError } from '#domains/selling/checkout/ui/validate-locality.ts';
import { randomKey } from '#lib/browser/random-id.ts';
import type { Market } from '#markets/market.ts';
import type { ClubQuote } from '../contract.ts';
import { JOIN_ERRORS } from '../messages.ts';
import { clubs, type MembershipClient } from './club-calls.ts';

const UNREACHABLE = 'We can’t reach the shop. You haven’t been charged. Please try again in a moment.';

export interface ClubChoice {
  readonly clubId: string;
  readonly variantId: string;
  readonly frequencyId: string;
}

/** Where an error is shown: at a field, below the locality, at the consent, or above the button. */
type Refused = { readonly at: 'dateOfBirth' | 'place' | 'agrees' | 'notice'; readonly words: string; readonly code: string };

const PLACES: Readonly<Record<string, Refused['at']>> = {
  under_age: 'dateOfBirth',
  address_mismatch: 'place',
  not_agreed: 'agrees',
};

/** Loads the costs of a case for its destination when the selection or the state changes. Keeps the last result until then. */
function useQuote({ clubId, variantId, frequencyId }: ClubChoice, state: string) {
  const [quote, setQuote] = useState<ClubQuote | null>(null);
  const [error, setError] = useState<string | null>(null);
  const asked = useRef(0);
  const again = useCallback(async (): Promise<void> => {
    asked.current += 1;
    const own = asked.current;
    const answer = await clubs.quote({ clubId, variantId, frequencyId, state }).catch(() => null);
    if (own !== asked.current) return;
    setError(answer?.ok ? null : (answer?.title ?? UNREACHABLE));
    if (answer?.ok) setQuote(answer.value.data);
  }, [clubId, variantId, frequencyId, state]);
  useEffect(() => void again(), [again]);
  return { quote, error, again };
}

export interface Joining {
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
export function useJoin({ market, choice, details, instrumentId, agrees, today, calls }: Joining, form: RefObject<HTMLFormElement | null>) {
  const [values, setValues] = useState<FormValues>({ details, dateOfBirth: '' });
  const [faults, setFaults] = useState<FieldErrors>({});
  const [refused, setRefused] = useState<Refused | null>(null);
  const [isJoining, setJoining] = useState(false);
  const unanswered = useRef<{ readonly body: string; readonly key: string } | null>(null);
  const { quote, error, again } = useQuote(choice, values.details.state);

  const changed = (): FormValues => {
    const now = form.current ? getFormValues(form.current) : values;
    setValues(now);
    return now;
  };
  const judge = (now: FormValues): FieldErrors => getFieldErrors(validateDetails(market, now.details, now.dateOfBirth, today));
  const checkPlace = async ({ details: typed }: FormValues): Promise<void> => {
    const fault = await fetchLocalityError(market, typed);
    if (fault !== null && form.current && isSameLocality(getFormValues(form.current).details, typed))
      setFaults((shown) => ({ ...shown, place: fault }));
  };
  const focusFirst = (found: FieldErrors): void => {
    const [first] = Object.keys(found) as (CheckoutFieldName | 'place')[];
    if (first && form.current) focusField(form.current, first === 'place' ? 'suburb' : first);
  };
  const refuse = (code: string, words: string): void => {
    const at = PLACES[code] ?? 'notice';
    const found: FieldErrors = at === 'dateOfBirth' || at === 'place' ? { [at]: words } : {};
    flushSync(() => {
      setJoining(false);
      setFaults(found);
      setRefused({ at, words, code });
    });
    focusFirst(found);
    // The shown costs are out of date.
    if (at === 'notice') void again();
  };

  const join = async (): Promise<void> => {
    if (isJoining || !quote) return;
    const now = changed();
    const found = judge(now);
    flushSync(() => {
      setFaults(found);
      setRefused(null);
    });
    if (Object.keys(found).length > 0) return focusFirst(found);
    if (!agrees) return refuse('not_agreed', JOIN_ERRORS.not_agreed.title);
    setJoining(true);
    const input = { ...choice, ...now, agrees, expectedTotal: quote.total, instrumentId };
    const body = JSON.stringify(input);
    // Reuses the idempotency key until there is a response.
    if (unanswered.current?.body !== body) unanswered.current = { body, key: randomKey() };
    const answer = await calls.join(input, { idempotencyKey: unanswered.current.key }).catch(() => null);
    if (answer === null) return refuse('unreachable', UNREACHABLE);
    unanswered.current = null;
    if (answer.ok) location.assign(answer.value.data.nextUrl);
    else refuse(answer.code, answer.title);
  };

  const fill = (given: Partial<CheckoutDetails>): void => {
    if (!form.current) return;
    setFormValues(form.current, given);
    changed();
  };

  return {
    values,
    faults,
    refused,
    quote,
    quoteError: error,
    isJoining,
    join,
    missing: validateDetails(market, values.details, values.dateOfBirth, today),
    /** Handles typing in a field. */
    typed(name: CheckoutFieldName): void {
      const now = judge(changed());
      setFaults((shown) => faultsAfterTyping(shown, name, now));
    },
    /** Handles leaving a field. */
    left(name: CheckoutFieldName, isEmpty: boolean): void {
      setFaults((shown) => faultsAfterLeaving(shown, name, isEmpty, judge(values)));
      if (isLocalityField(name)) void checkPlace(values);
    },
    /** Fills in a stored address. */
    deliverTo(address: Partial<CheckoutDetails>): void {
      fill(address);
      setFaults({});
    },
    /** Fills in a suggested locality. */
    choose(place: { readonly suburb: string; readonly state: string; readonly postcode: string }): void {
      fill(place);
      setFaults(({ suburb: _, state: __, postcode: ___, place: ____, ...others }) => others);
      if (form.current) focusField(form.current, 'postcode');
    },
  };
}
