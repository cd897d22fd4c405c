/** Form controls with label, hint and error: native elements [NAME-24]. They are uncontrolled unless they get a value. */
import { type ComponentProps, type ReactNode, useId } from 'react';

export interface FieldProps {
  /** Without a name the form does not send the control. */
  readonly name?: string;
  /** Id of the control. Hint and error are `{id}-hint` and `{id}-error`. Default: the name, or a unique id. */
  readonly id?: string;
  readonly label: ReactNode;
  readonly hint?: string | undefined;
  readonly error?: ReactNode;
  /** Button beside the control. */
  readonly action?: ReactNode;
  /** Announces the error when it appears. For errors of the server; a form with an error summary does not need it. */
  readonly announcesError?: boolean;
  /** Id of an error that concerns several fields. */
  readonly groupErrorId?: string | undefined;
  /** Spans both columns of a form. */
  readonly isWide?: boolean;
}

/** Separates the properties of the field from those of the control, and connects the control to label, hint and error. */
function useField<Props extends FieldProps & { readonly 'aria-describedby'?: string | undefined }>(props: Props) {
  const uniqueId = useId();
  const {
    name,
    id = name ?? uniqueId,
    label,
    hint,
    error,
    action,
    announcesError = false,
    groupErrorId,
    isWide = false,
    ...control
  } = props;
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`, groupErrorId, props['aria-describedby']].filter(Boolean).join(' ');
  return {
    layout: { id, label, hint, error, action, announcesError, hasError: Boolean(error || groupErrorId), isWide },
    control: {
      ...control,
      id,
      name,
      'aria-invalid': Boolean(error || groupErrorId) || undefined,
      'aria-describedby': describedBy || undefined,
    },
  };
}

type Layout = ReturnType<typeof useField<FieldProps>>['layout'];

const Messages = ({ id, hint, error, announcesError }: Layout) => (
  <>
    {error && (
      <p className="field-error" id={`${id}-error`} role={announcesError ? 'alert' : undefined}>
        {error}
      </p>
    )}
    {hint && (
      <p className="hint" id={`${id}-hint`}>
        {hint}
      </p>
    )}
  </>
);

const classOf = ({ hasError, isWide }: Layout): string => `field${hasError ? ' has-error' : ''}${isWide ? ' span2' : ''}`;

const LabelledControl = ({ layout, children }: { layout: Layout; children: ReactNode }) => (
  <div className={classOf(layout)}>
    <label htmlFor={layout.id}>{layout.label}</label>
    {layout.action ? (
      <div className="field-row">
        {children}
        {layout.action}
      </div>
    ) : (
      children
    )}
    <Messages {...layout} />
  </div>
);

type ControlProps<Tag extends 'input' | 'select' | 'textarea'> = FieldProps & Omit<ComponentProps<Tag>, keyof FieldProps>;

/** An input. `type` is `text` by default. */
export function TextField(props: ControlProps<'input'>) {
  const { layout, control } = useField(props);
  return (
    <LabelledControl layout={layout}>
      <input className="input" type="text" {...control} />
    </LabelledControl>
  );
}

/** A text area. */
export function TextAreaField(props: ControlProps<'textarea'>) {
  const { layout, control } = useField(props);
  return (
    <LabelledControl layout={layout}>
      <textarea className="input" {...control} />
    </LabelledControl>
  );
}

/** A native select with its options as children. */
export function SelectField(props: ControlProps<'select'>) {
  const { layout, control } = useField(props);
  return (
    <LabelledControl layout={layout}>
      <select className="select" {...control} />
    </LabelledControl>
  );
}

/** A checkbox or radio button with its label beside it, as an option of a group. `type` is `checkbox` by default. */
export function Choice({ children, ...control }: ComponentProps<'input'>) {
  return (
    <label className="check" htmlFor={control.id}>
      <input type="checkbox" {...control} />
      <span>{children}</span>
    </label>
  );
}

/** A checkbox with hint and error. */
export function CheckboxField(props: ControlProps<'input'>) {
  const { layout, control } = useField(props);
  return (
    <div className={classOf(layout)}>
      <Choice {...control}>{layout.label}</Choice>
      <Messages {...layout} />
    </div>
  );
}
