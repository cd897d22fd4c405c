/** What every field of a form made from a schema gets. */
import type { ComponentType } from 'react';
import type { FieldSpec, initialValue } from '#lib/form-schema.ts';

export type Json = ReturnType<typeof initialValue>;
export type JsonObject = { [key: string]: Json };
export type FieldPath = readonly (string | number)[];

/** Why a field cannot be saved. */
export interface FieldIssue {
  readonly path: FieldPath;
  readonly message: string;
}

/** Words and editors of the fields of a record. */
export interface FieldTexts {
  readonly fieldText: (path: FieldPath) => { readonly label: string; readonly hint?: string };
  readonly optionText: (path: FieldPath, value: string) => string;
  /** Returns the editor of a field. Null for fields that follow from their schema. */
  readonly specialField: (path: FieldPath, spec: FieldSpec) => ComponentType<FieldProps> | null;
}

export interface FieldContext {
  readonly texts: FieldTexts;
  /** Problems of the whole record, by path. */
  readonly issues: readonly FieldIssue[];
  /** Time zone of times. */
  readonly timeZone: string;
  readonly isReadOnly: boolean;
}

export interface FieldProps {
  readonly spec: FieldSpec;
  readonly path: FieldPath;
  readonly value: Json | undefined;
  readonly onChange: (value: Json) => void;
  readonly context: FieldContext;
}

export const isJsonRecord = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isSamePath = (a: FieldPath, b: FieldPath): boolean => a.length === b.length && a.every((part, index) => part === b[index]);

/** Returns the problem of exactly this field. */
export const issueAt = ({ issues }: FieldContext, path: FieldPath): string | null =>
  issues.find((issue) => isSamePath(issue.path, path))?.message ?? null;
