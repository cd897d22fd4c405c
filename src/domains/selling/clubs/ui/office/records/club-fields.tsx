/** Fields of a club with editors of their own: the wine of a case, and what cannot be chosen. The others follow from the schema. */
import { type ComponentType, useEffect, useState } from 'react';
import { wineCalls } from '#domains/catalogue/ui/office/wine-calls.ts';
import { PAGE_FIELDS } from '#domains/content/ui/office/special-fields.tsx';
import { CLUB_STATE_LABELS, clubFieldText, clubOptionTexts, clubMessages as text } from '#domains/selling/clubs/messages/club-records.ts';
import { clubRecord } from '#domains/selling/clubs/model/record.ts';
import type { FieldSpec } from '#lib/form-schema.ts';
import type { Market } from '#markets/market.ts';
import { Button } from '#ui/office/Button.tsx';
import { Dialog } from '#ui/office/Dialog.tsx';
import { ChoiceField } from '#ui/office/form/ChoiceField.tsx';
import { type FieldPath, type FieldProps, type FieldTexts, issueAt } from '#ui/office/form/field-context.ts';
import { TextField } from '#ui/office/form/fields.tsx';

const FOUND_WINES = 8;
const SEARCH_PAUSE_MS = 250;

type FoundWine = Extract<Awaited<ReturnType<typeof wineCalls.wines>>, { ok: true }>['value']['rows'][number];

const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function WineDialog({ onChoose, onClose }: { readonly onChoose: (id: string) => void; readonly onClose: () => void }) {
  const [q, setQ] = useState('');
  const [found, setFound] = useState<readonly FoundWine[] | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => {
      void wineCalls.wines({ q, limit: FOUND_WINES }).then((list) => isCurrent && list.ok && setFound(list.value.rows));
    }, SEARCH_PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [q]);
  return (
    <Dialog title={text.findWine} isOpen onClose={onClose}>
      <TextField label={text.find} value={q} onChange={setQ} autoFocus />
      <ul className="pick-list">
        {found?.map(({ id, brand, name, imageUrl }) => (
          <li key={id}>
            <button type="button" className="pick" onClick={() => onChoose(id)}>
              <img src={imageUrl} alt="" loading="lazy" />
              <span>{`${brand} ${name}`}</span>
            </button>
          </li>
        ))}
      </ul>
      {found?.length === 0 && <p className="text-muted">{text.noWines}</p>}
    </Dialog>
  );
}

/** The wine that a case sends: its id, or found by name. */
function CaseWine({ path, value, onChange, context }: FieldProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="form">
      <TextField
        label={text.wineId}
        hint={text.wineHint}
        value={stringOf(value)}
        isReadOnly={context.isReadOnly}
        error={issueAt(context, path)}
        onChange={(typed) => onChange(typed.trim())}
      />
      {!context.isReadOnly && (
        <div className="act-row">
          <Button icon="search" onPress={() => setIsOpen(true)}>
            {text.findWine}
          </Button>
        </div>
      )}
      {isOpen && (
        <WineDialog
          onChoose={(id) => {
            setIsOpen(false);
            onChange(id);
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  );
}

/** A field that nobody types: the id of a case or frequency, to which memberships refer. */
const NoField = (): null => null;

/** The markets of the person. */
const createMarketField = (markets: readonly Market[]): ComponentType<FieldProps> =>
  function MarketField({ path, value, onChange, context }: FieldProps) {
    const { label } = clubFieldText(path) ?? { label: '' };
    return (
      <ChoiceField
        label={label}
        value={stringOf(value)}
        options={markets.map((market) => ({ value: market, label: market }))}
        isDisabled={context.isReadOnly}
        error={issueAt(context, path)}
        onChange={onChange}
      />
    );
  };

/** Returns words and editors of the fields of a club. @param markets those of the person */
export function createClubTexts(markets: readonly Market[]): FieldTexts {
  const MarketField = createMarketField(markets);
  const isOwn = ([first]: FieldPath): boolean => first !== 'blocks' && first !== 'picture';
  return {
    fieldText: (path) => clubFieldText(path) ?? PAGE_FIELDS.fieldText(path),
    optionText: (path, value) => {
      if (!isOwn(path)) return PAGE_FIELDS.optionText(path, value);
      const state = clubRecord.shape.state.unwrap().safeParse(value);
      if (path[0] === 'state' && state.success) return CLUB_STATE_LABELS[state.data];
      const names = path.filter((part) => typeof part === 'string').join('.');
      return clubOptionTexts[`${names}.${value}`] ?? value;
    },
    specialField: (path: FieldPath, spec: FieldSpec) => {
      if (!isOwn(path)) return PAGE_FIELDS.specialField(path, spec);
      const name = path.at(-1);
      if (path.length === 1 && name === 'market') return MarketField;
      if (path.length === 3 && name === 'id') return NoField;
      return path.length === 3 && name === 'offerId' ? CaseWine : null;
    },
  };
}
