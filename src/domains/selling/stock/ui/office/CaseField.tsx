/** A field for a number of cases. */
import { type ComponentProps, useRef } from 'react';
import { TextField } from '#ui/office/form/fields.tsx';

type CaseFieldProps = Pick<ComponentProps<typeof TextField>, 'label' | 'hint' | 'error' | 'autoFocus' | 'isOptional'> & {
  readonly value: string;
  readonly onChange: (value: string) => void;
};

/** The whole number is selected when the field is entered, so that typing replaces it. */
export function CaseField(props: CaseFieldProps) {
  const isEntered = useRef(false);
  return (
    <TextField
      {...props}
      inputMode="numeric"
      autoComplete="off"
      maxLength={9}
      onFocus={({ target }) => {
        if (!isEntered.current && target instanceof HTMLInputElement) target.select();
        isEntered.current = true;
      }}
      onBlur={() => {
        isEntered.current = false;
      }}
    />
  );
}
