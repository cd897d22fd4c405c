/** Fields of forms, with label, help and error. */
import { type ReactNode, useEffect, useRef } from 'react';
import {
  Checkbox as AriaCheckbox,
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  Input,
  Label,
  Text,
  TextArea,
} from 'react-aria-components';
import { officeMessages } from '../messages.ts';
import { OfficeIcon } from '../OfficeIcon.tsx';

export interface FieldText {
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | null;
}

export const errorOf = (error: string | null | undefined) =>
  error ? (
    <Text slot="errorMessage" className="entry-error" elementType="p">
      {error}
    </Text>
  ) : null;

export const hintOf = (hint: string | undefined) =>
  hint ? (
    <Text slot="description" className="entry-hint" elementType="p">
      {hint}
    </Text>
  ) : null;

export function FieldLabel({ label, isOptional }: { readonly label: string; readonly isOptional: boolean }) {
  return (
    <Label className="entry-label">
      {label}
      {isOptional && <span className="text-muted">{` ${officeMessages.optional}`}</span>}
    </Label>
  );
}

export interface TextFieldProps extends FieldText, Omit<AriaTextFieldProps, 'className' | 'style' | 'children' | 'isInvalid'> {
  readonly isOptional?: boolean;
  readonly rows?: number;
  readonly placeholder?: string;
  /** In front of the value: `$`. */
  readonly prefix?: string;
}

/** A text field, with `rows` a larger one. */
export function TextField({ label, hint, error, isOptional = false, rows, placeholder, prefix, ...props }: TextFieldProps) {
  const input = <Input className="entry-input" placeholder={placeholder ?? ''} />;
  return (
    <AriaTextField {...props} className="entry" isInvalid={Boolean(error)} validationBehavior="aria">
      <FieldLabel label={label} isOptional={isOptional} />
      {rows ? (
        <TextArea className="entry-input" rows={rows} placeholder={placeholder ?? ''} />
      ) : prefix ? (
        <div className="entry-prefixed">
          <span aria-hidden="true">{prefix}</span>
          {input}
        </div>
      ) : (
        input
      )}
      {hintOf(hint)}
      {errorOf(error)}
    </AriaTextField>
  );
}

export interface CheckboxProps {
  readonly isSelected?: boolean;
  readonly defaultSelected?: boolean;
  readonly onChange?: (isSelected: boolean) => void;
  readonly isDisabled?: boolean;
  readonly name?: string;
  readonly value?: string;
  readonly children: ReactNode;
}

export function Checkbox({ children, ...props }: CheckboxProps) {
  return (
    <AriaCheckbox {...props} className="tick">
      <span className="tick-box">
        <OfficeIcon name="tick" />
      </span>
      <span>{children}</span>
    </AriaCheckbox>
  );
}

/** Why a form could not be sent, above its buttons. */
export function FormError({ error }: { readonly error: string | null }) {
  const notice = useRef<HTMLDivElement>(null);
  // The button of a long form is in view where its head is not.
  useEffect(() => {
    if (error !== null) notice.current?.scrollIntoView({ block: 'center' });
  }, [error]);
  return error === null ? null : (
    <div ref={notice} className="notice notice-bad" role="alert" tabIndex={-1}>
      <OfficeIcon name="warning" />
      <p>{error}</p>
    </div>
  );
}
