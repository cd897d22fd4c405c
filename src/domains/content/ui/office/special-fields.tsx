/** Which fields have an editor of their own: formatted text, times, wines and pictures. */
import type { ComponentType } from 'react';
import { fieldText, optionText } from '#domains/content/messages/office-fields.ts';
import type { FieldSpec } from '#lib/form-schema.ts';
import type { FieldPath, FieldProps, FieldTexts } from '#ui/office/form/field-context.ts';
import { OfferField, OffersField } from './OfferFields.tsx';
import { PictureField } from './PictureField.tsx';
import { ProseField } from './ProseField.tsx';
import { TimeField } from './TimeField.tsx';

const PROSE = new Set(['body', 'answer', 'transcript']);
const TIMES = new Set(['publishAt', 'endAt', 'startsAt', 'endsAt']);

/** Returns the editor of a field. @returns null for fields that follow from their schema */
function specialField(path: FieldPath, { kind, isNullable }: FieldSpec): ComponentType<FieldProps> | null {
  const name = String(path.at(-1) ?? '');
  if (kind === 'text' && PROSE.has(name)) return ProseField;
  if (kind === 'text' && TIMES.has(name)) return TimeField;
  if (kind === 'text' && name === 'offerId') return OfferField;
  if (kind === 'union' && name === 'picture' && !isNullable) return PictureField;
  return kind === 'list' && name === 'offerIds' ? OffersField : null;
}

/** Words and editors of the fields of pages. */
export const PAGE_FIELDS: FieldTexts = { fieldText, optionText, specialField };
