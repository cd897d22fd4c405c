import type { ComponentProps, ReactNode } from 'react';
import type { CheckoutFieldName } from '../model/validate-details.ts';

export interface FieldFrameProps {
  readonly name: CheckoutFieldName;
  readonly label: string;
  /** Help text below the field. */
  readonly help?: string | undefined;
  readonly fault?: string | undefined;
  /** Id of another element that describes the field. */
  readonly describedBy?: string | undefined;
  readonly isWide?: boolean;
}

/** Properties of the control that connect it to its label, help and error. */
const linksOf = ({ name, help, fault, describedBy }: FieldFrameProps) => ({
  id: name,
  name,
  'aria-invalid': fault !== undefined || describedBy !== undefined || undefined,
  'aria-describedby': [fault && `${name}-fault`, help && `${name}-help`, describedBy].filter(Boolean).join(' ') || undefined,
});

function FieldLayout({ name, label, help, fault, describedBy, isWide, children }: FieldFrameProps & { children: ReactNode }) {
  return (
    <div className={`field${fault || describedBy ? ' has-error' : ''}${isWide ? ' span2' : ''}`}>
      <label htmlFor={name}>{label}</label>
      {children}
      {fault && (
        <p className="field-error" id={`${name}-fault`}>
          {fault}
        </p>
      )}
      {help && (
        <p className="hint" id={`${name}-help`}>
          {help}
        </p>
      )}
    </div>
  );
}

/** Separates the properties of the frame from those of the control. */
function apart<P extends FieldFrameProps>({ name, label, help, fault, describedBy, isWide = false, ...control }: P) {
  return { frame: { name, label, help, fault, describedBy, isWide }, control };
}

/** A text field with its label, help and error. It is uncontrolled. */
export function TextField(props: FieldFrameProps & Omit<ComponentProps<'input'>, 'id' | 'name'>) {
  const { frame, control } = apart(props);
  return (
    <FieldLayout {...frame}>
      <input className="input" type="text" {...control} {...linksOf(frame)} />
    </FieldLayout>
  );
}

/** A native select in the same frame. */
export function SelectField(props: FieldFrameProps & Omit<ComponentProps<'select'>, 'id' | 'name'>) {
  const { frame, control } = apart(props);
  return (
    <FieldLayout {...frame}>
      <select className="select" {...control} {...linksOf(frame)} />
    </FieldLayout>
  );
}
