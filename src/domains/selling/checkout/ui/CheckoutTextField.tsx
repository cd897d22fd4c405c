import type { ComponentProps } from 'react';
import { deliveryRules } from '#markets/delivery.ts';
import type { Market } from '#markets/market.ts';
import type { FieldErrors } from '../model/field-errors.ts';
import { DETAIL_LENGTHS } from '../model/field-lengths.ts';
import { type FieldFrameProps, TextField } from './FormField.tsx';

type TextDetail = Exclude<keyof typeof DETAIL_LENGTHS, 'state'>;
type Field = Pick<FieldFrameProps, 'label' | 'help' | 'isWide'> &
  Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'autoComplete' | 'autoCapitalize' | 'spellCheck' | 'placeholder'>;

/** The text fields of a checkout. */
const fieldsOf = (market: Market): Readonly<Record<TextDetail, Field>> => ({
  email: {
    label: 'Email',
    type: 'email',
    autoComplete: 'email',
    autoCapitalize: 'none',
    spellCheck: false,
    help: 'Your receipt goes there.',
    isWide: true,
  },
  firstName: { label: 'First name', autoComplete: 'given-name' },
  lastName: { label: 'Last name', autoComplete: 'family-name' },
  phone: {
    label: 'Phone',
    type: 'tel',
    autoComplete: 'tel',
    placeholder: deliveryRules(market).phone.placeholder,
    help: 'For the driver, on the day.',
    isWide: true,
  },
  address: {
    label: 'Address',
    autoComplete: deliveryRules(market).address.streetAutoComplete,
    help: deliveryRules(market).address.streetHelp,
    isWide: true,
  },
  suburb: { label: 'Suburb', autoComplete: 'shipping address-level2' },
  postcode: {
    label: 'Postcode',
    inputMode: 'numeric',
    autoComplete: 'shipping postal-code',
    placeholder: '0'.repeat(deliveryRules(market).address.postcodeDigits),
  },
  instructions: {
    label: 'Delivery instructions',
    autoComplete: 'off',
    help: 'If you like: side gate, ring twice, mind the dog.',
    isWide: true,
  },
  giftMessage: { label: 'Gift message', autoComplete: 'off', help: 'If it is a gift: we write this on a card.', isWide: true },
});

export interface DetailTextProps extends Pick<FieldFrameProps, 'describedBy'> {
  /** In place of what is usually said below it. */
  readonly help?: string | undefined;
  readonly name: TextDetail;
  readonly market: Market;
  /** What was entered before. */
  readonly details: Partial<Record<keyof typeof DETAIL_LENGTHS, string>>;
  readonly faults: FieldErrors;
}

/** One of them, with what was entered before and what is wrong with it. */
export const CheckoutTextField = ({ name, market, details, faults, describedBy, help }: DetailTextProps) => (
  <TextField
    name={name}
    {...fieldsOf(market)[name]}
    {...(help === undefined ? {} : { help })}
    maxLength={DETAIL_LENGTHS[name]}
    defaultValue={details[name] ?? ''}
    fault={faults[name]}
    describedBy={describedBy}
  />
);
