/** What every field of a form of settings gets. */
import type { SettingRemark } from '#domains/settings/model/setting-group.ts';
import type { SettingField } from '#domains/settings/office-contract.ts';

export type SimpleSettingField = SettingField['columns'][number]['columns'][number];
/** A field whose value is a table. */
export type RowsSettingField = SimpleSettingField & { readonly columns: readonly SimpleSettingField[]; readonly isSortable: boolean };

export interface EntryProps {
  readonly field: SimpleSettingField;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly error: string | null;
  readonly isDisabled: boolean;
  /** The default, where the value differs from it. */
  readonly hint: string;
  /** What the form says about the value. */
  readonly remark?: SettingRemark | undefined;
}

/** Joins what a field is for and how to fill it in. */
export const hintOf = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ');
