/** Boxes of which several may be ticked, in groups with headings, with help and error. Each is sent under the same name. */
import { Fragment, useEffect, useRef, useState } from 'react';
import { Checkbox as AriaCheckbox, CheckboxGroup, Label, Text } from 'react-aria-components';
import { OfficeIcon } from '../OfficeIcon.tsx';

export interface CheckboxOption {
  readonly value: string;
  readonly label: string;
  readonly detail?: string;
  readonly isDisabled?: boolean;
  /** Heading above the first option of a group. */
  readonly group?: string;
}

export interface CheckboxListProps {
  readonly label: string;
  readonly hint?: string;
  readonly name: string;
  readonly options: readonly CheckboxOption[];
  readonly defaultSelected: readonly string[];
  readonly error?: string | null;
  readonly isDisabled?: boolean;
}

export function CheckboxList({ label, hint, name, options, defaultSelected, error, isDisabled = false }: CheckboxListProps) {
  const group = useRef<HTMLDivElement>(null);
  const [selected, setSelected] = useState<readonly string[]>(defaultSelected);
  const known = useRef(selected);
  // A press on a label changes the box without an event, which the form needs to know that it changed.
  useEffect(() => {
    if (known.current === selected) return;
    known.current = selected;
    group.current?.querySelector('input')?.dispatchEvent(new Event('input', { bubbles: true }));
  }, [selected]);
  return (
    <CheckboxGroup
      ref={group}
      className="entry"
      name={name}
      value={[...selected]}
      onChange={setSelected}
      isInvalid={Boolean(error)}
      isDisabled={isDisabled}
      validationBehavior="aria"
    >
      <Label className="entry-label">{label}</Label>
      {hint && (
        <Text slot="description" className="entry-hint" elementType="p">
          {hint}
        </Text>
      )}
      <div className="tick-list">
        {options.map(({ value, label: text, detail, group, isDisabled: isFixed }, index) => (
          <Fragment key={value}>
            {group !== undefined && group !== options[index - 1]?.group && <p className="tick-heading">{group}</p>}
            <AriaCheckbox className="tick" value={value} isDisabled={isFixed ?? false}>
              <span className="tick-box">
                <OfficeIcon name="tick" />
              </span>
              <span>
                {text}
                {detail && <span className="text-muted small tick-detail">{detail}</span>}
              </span>
            </AriaCheckbox>
          </Fragment>
        ))}
      </div>
      {error && (
        <Text slot="errorMessage" className="entry-error" elementType="p">
          {error}
        </Text>
      )}
    </CheckboxGroup>
  );
}
