/**
 * Reads and writes the values of the checkout form. The fields are uncontrolled, so text that was typed before hydration or filled in by
 * the browser is not overwritten.
 */
import type { Locality } from '#domains/selling/shipping/model/localities.ts';
import type { CheckoutDetails } from '../contract.ts';
import type { CheckoutFieldName } from '../model/validate-details.ts';

export interface FormValues {
  readonly details: CheckoutDetails;
  /** ISO day, or empty. The server does not store it. */
  readonly dateOfBirth: string;
}

const fieldOf = (form: HTMLFormElement, name: CheckoutFieldName): HTMLInputElement | HTMLSelectElement | null => {
  const found = form.elements.namedItem(name);
  return found instanceof HTMLInputElement || found instanceof HTMLSelectElement ? found : null;
};

/** Returns the radio buttons that choose between delivery and collecting. Null where only delivery is offered. */
const handoverOf = (form: HTMLFormElement): RadioNodeList | null => {
  const found = form.elements.namedItem('collectFrom');
  return found instanceof RadioNodeList ? found : null;
};

/** Reads the form and trims the values. Fields that the market does not have are empty. */
export function getFormValues(form: HTMLFormElement): FormValues {
  const text = (name: CheckoutFieldName): string => fieldOf(form, name)?.value.trim() ?? '';
  const optional = (name: 'deliveryDay' | 'holdUntil') => (fieldOf(form, name) ? { [name]: text(name) } : {});
  const leave = fieldOf(form, 'authorityToLeave');
  const handover = handoverOf(form);
  return {
    details: {
      email: text('email'),
      firstName: text('firstName'),
      lastName: text('lastName'),
      phone: text('phone'),
      address: text('address'),
      suburb: text('suburb'),
      state: text('state'),
      postcode: text('postcode').replace(/\s/g, ''),
      instructions: text('instructions'),
      giftMessage: text('giftMessage'),
      authorityToLeave: leave instanceof HTMLInputElement && leave.checked,
      ...(handover ? { collectFrom: handover.value } : {}),
      ...optional('deliveryDay'),
      ...optional('holdUntil'),
    },
    dateOfBirth: text('dateOfBirth'),
  };
}

/** Writes values into the form's fields. */
export function setFormValues(form: HTMLFormElement, values: Partial<CheckoutDetails> & { readonly dateOfBirth?: string }): void {
  const handover = values.collectFrom === undefined ? null : handoverOf(form);
  if (handover) handover.value = values.collectFrom ?? '';
  for (const [name, value] of Object.entries(values)) {
    const field = fieldOf(form, name as CheckoutFieldName);
    if (!field) continue;
    if (typeof value === 'string') field.value = value;
    else if (field instanceof HTMLInputElement) field.checked = value === true;
  }
}

/** Returns the field of a form event and whether it is empty. Null for radio buttons and checkboxes. */
export function fieldAt(target: EventTarget): { readonly name: CheckoutFieldName; readonly isEmpty: boolean } | null {
  const isField = (target instanceof HTMLInputElement && target.type !== 'radio') || target instanceof HTMLSelectElement;
  return isField && target.name ? { name: target.name as CheckoutFieldName, isEmpty: target.value.trim() === '' } : null;
}

/** Focuses a field. */
export function focusField(form: HTMLFormElement, name: CheckoutFieldName): void {
  const [first] = name === 'collectFrom' ? (handoverOf(form) ?? []) : [fieldOf(form, name)];
  if (first instanceof HTMLElement) first.focus();
}

export const sameDetails = (one: CheckoutDetails, other: CheckoutDetails): boolean =>
  (Object.keys(one) as (keyof CheckoutDetails)[]).every((name) => (one[name] ?? '') === (other[name] ?? ''));

export const isSameLocality = (one: Locality, other: Locality): boolean =>
  one.suburb === other.suburb && one.state === other.state && one.postcode === other.postcode;

/** Returns the entries of `later` that differ from `earlier`. */
export const changedDetails = (earlier: CheckoutDetails, later: CheckoutDetails): Partial<CheckoutDetails> =>
  Object.fromEntries(Object.entries(later).filter(([name, value]) => value !== earlier[name as keyof CheckoutDetails]));
