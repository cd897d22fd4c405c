/** The columns of a file, what each becomes, and how its values are read. */

import type { Role } from '#domains/catalogue/model/import/mapping/column-roles.ts';
import type { MappingChoices } from '#domains/catalogue/model/import/mapping/mapping-choices.ts';
import { ROLE_LABELS, mappingMessages as text } from '#domains/imports/messages/office.ts';
import { type Choice, ChoiceCell } from './ChoiceCell.tsx';

export interface ColumnTableProps {
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly choices: MappingChoices;
  readonly onChange: (choices: MappingChoices) => void;
}

const UNUSED = '';
const SAMPLES = 3;

const isRole = (value: string): value is Role => Object.hasOwn(ROLE_LABELS, value);
const choicesOf = (labels: Readonly<Record<string, string>>): Choice[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
const ROLE_CHOICES: readonly Choice[] = [{ value: UNUSED, label: text.unused }, ...choicesOf(ROLE_LABELS)];

/** Returns the meaning of a column, or an empty text. */
const roleOf = (header: string, { columns }: MappingChoices): Role | '' =>
  Object.keys(ROLE_LABELS)
    .filter(isRole)
    .find((role) => columns[role] === header) ?? UNUSED;

/** Gives a column a meaning. Another column loses it, and the column its former one. */
export function withRole(choices: MappingChoices, header: string, role: Role | ''): MappingChoices {
  const others = Object.entries(choices.columns).filter(([name, column]) => column !== header && name !== role);
  return { ...choices, columns: Object.fromEntries(role === UNUSED ? others : [...others, [role, header]]) };
}

interface Conversion {
  readonly value: string;
  readonly options: readonly Choice[];
  readonly apply: (value: string) => MappingChoices;
}

/** Returns how the values of a meaning can be read; null if there is nothing to choose. */
function conversionOf(role: Role | '', choices: MappingChoices): Conversion | null {
  const unit = (value: string): 'bottle' | 'case' => (value === 'case' ? 'case' : 'bottle');
  switch (role) {
    case 'price':
      return { value: choices.pricePer, options: choicesOf(text.per), apply: (value) => ({ ...choices, pricePer: unit(value) }) };
    case 'cost':
      return { value: choices.costPer, options: choicesOf(text.per), apply: (value) => ({ ...choices, costPer: unit(value) }) };
    case 'stock':
      return { value: choices.stockPer, options: choicesOf(text.stockPer), apply: (value) => ({ ...choices, stockPer: unit(value) }) };
    case 'size':
      return {
        value: choices.sizeUnit,
        options: choicesOf(text.sizes),
        apply: (value) => ({ ...choices, sizeUnit: value === 'ml' || value === 'l' ? value : 'text' }),
      };
    case 'alcohol':
      return {
        value: choices.alcoholUnit,
        options: choicesOf(text.alcohols),
        apply: (value) => ({ ...choices, alcoholUnit: value === 'proof' ? 'proof' : 'percent' }),
      };
    default:
      return null;
  }
}

export function ColumnTable({ headers, rows, choices, onChange }: ColumnTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by keyboard
    <section className="panel table-scroll" aria-label={text.heading} tabIndex={0}>
      <table className="table mapping-table">
        <thead>
          <tr>
            <th scope="col">{text.column}</th>
            <th scope="col">{text.sample}</th>
            <th scope="col">{text.field}</th>
            <th scope="col">{text.conversion}</th>
          </tr>
        </thead>
        <tbody>
          {headers.map((header, at) => {
            const role = roleOf(header, choices);
            const conversion = conversionOf(role, choices);
            const values = rows.map((row) => row[at] ?? '').filter(Boolean);
            return (
              <tr key={header} className={role === UNUSED ? 'is-unused' : undefined}>
                <th scope="row">{header}</th>
                <td className="mapping-sample text-muted">{values.slice(0, SAMPLES).join(' · ')}</td>
                <td>
                  <ChoiceCell
                    label={text.fieldOf(header)}
                    value={role}
                    options={ROLE_CHOICES}
                    onChange={(value) => onChange(withRole(choices, header, isRole(value) ? value : UNUSED))}
                  />
                </td>
                <td>
                  {conversion && (
                    <ChoiceCell
                      label={text.conversionOf(header)}
                      value={conversion.value}
                      options={conversion.options}
                      onChange={(value) => onChange(conversion.apply(value))}
                    />
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
