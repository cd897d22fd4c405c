/** Wines of a page: found by name, shown with their picture, in an order that a person chooses. */
import { useEffect, useState } from 'react';
import { fieldMessages, fieldText } from '#domains/content/messages/office-fields.ts';
import type { OfferOption } from '#domains/content/office-contract.ts';
import { Button, IconButton } from '#ui/office/Button.tsx';
import { Dialog } from '#ui/office/Dialog.tsx';
import { type FieldProps, issueAt } from '#ui/office/form/field-context.ts';
import { TextField } from '#ui/office/form/fields.tsx';
import { fieldListMessages } from '#ui/office/messages.ts';
import { pageCalls } from './page-calls.ts';
import { useFound } from './use-found.ts';

const nameOf = ({ name, vintage }: OfferOption): string => [name, vintage].filter(Boolean).join(' ');

/** Reads the names of wines by their ids. */
function useOffersById(ids: readonly string[]): ReadonlyMap<string, OfferOption> {
  const [known, setKnown] = useState<ReadonlyMap<string, OfferOption>>(new Map());
  const wanted = ids.join(',');
  useEffect(() => {
    if (wanted === '') return;
    let isStopped = false;
    void pageCalls.findPageOffers({ ids: wanted }).then((found) => {
      if (!isStopped && found.ok) setKnown(new Map(found.value.rows.map((offer) => [offer.id, offer])));
    });
    return () => {
      isStopped = true;
    };
  }, [wanted]);
  return known;
}

interface OfferDialogProps {
  readonly onChoose: (offer: OfferOption) => void;
  readonly onClose: () => void;
}

interface FoundOffers {
  readonly rows: readonly OfferOption[];
  /** Why the search failed, in a sentence. Null if it did not. */
  readonly problem: string | null;
}

const findOffers = async (q: string): Promise<FoundOffers> => {
  const found = await pageCalls.findPageOffers({ q });
  return found.ok ? { rows: found.value.rows, problem: null } : { rows: [], problem: found.title };
};

/** Finds a wine by words. */
export function OfferDialog({ onChoose, onClose }: OfferDialogProps) {
  const [q, setQ] = useState('');
  const found = useFound(q, findOffers);
  return (
    <Dialog title={fieldMessages.chooseWine} isOpen onClose={onClose}>
      <TextField label={fieldMessages.findWine} value={q} onChange={setQ} autoFocus />
      <ul className="pick-list">
        {found?.rows.map((offer) => (
          <li key={offer.id}>
            <button type="button" className="pick" onClick={() => onChoose(offer)}>
              <img src={offer.picture} alt="" loading="lazy" />
              <span>{nameOf(offer)}</span>
            </button>
          </li>
        ))}
      </ul>
      {found?.rows.length === 0 && <p className="text-muted">{found.problem ?? fieldMessages.noWines}</p>}
    </Dialog>
  );
}

interface ChosenProps {
  readonly id: string;
  readonly offer: OfferOption | undefined;
  readonly children: React.ReactNode;
}

function Chosen({ id, offer, children }: ChosenProps) {
  return (
    <li className="chosen">
      {offer && <img src={offer.picture} alt="" />}
      <span className="chosen-name">{offer ? nameOf(offer) : fieldMessages.unknownWine(id)}</span>
      {children}
    </li>
  );
}

/** One wine. */
export function OfferField({ path, value, onChange, context }: FieldProps) {
  const [isChoosing, setIsChoosing] = useState(false);
  const id = typeof value === 'string' ? value : '';
  const known = useOffersById(id === '' ? [] : [id]);
  const { label } = fieldText(path);
  const error = issueAt(context, path);
  return (
    <fieldset className="field-list">
      <legend className="entry-label">{label}</legend>
      {id !== '' && (
        <ul>
          <Chosen id={id} offer={known.get(id)}>
            {null}
          </Chosen>
        </ul>
      )}
      {error !== null && <p className="entry-error">{error}</p>}
      {!context.isReadOnly && <Button onPress={() => setIsChoosing(true)}>{fieldMessages.chooseWine}</Button>}
      {isChoosing && (
        <OfferDialog
          onClose={() => setIsChoosing(false)}
          onChoose={(offer) => {
            setIsChoosing(false);
            onChange(offer.id);
          }}
        />
      )}
    </fieldset>
  );
}

/** Several wines in their order. */
export function OffersField({ path, value, onChange, context }: FieldProps) {
  const [isChoosing, setIsChoosing] = useState(false);
  const ids = Array.isArray(value) ? value.filter((id): id is string => typeof id === 'string') : [];
  const known = useOffersById(ids);
  const { label } = fieldText(path);
  const error = issueAt(context, path);
  const move = (from: number, to: number): void => {
    const moved = [...ids];
    const [id] = moved.splice(from, 1);
    if (id !== undefined) moved.splice(to, 0, id);
    onChange(moved);
  };
  return (
    <fieldset className="field-list">
      <legend className="entry-label">{label}</legend>
      <ol>
        {ids.map((id, index) => {
          const offer = known.get(id);
          const name = offer ? nameOf(offer) : id;
          return (
            <Chosen key={id} id={id} offer={offer}>
              {!context.isReadOnly && (
                <span className="act-row">
                  <IconButton
                    icon="up"
                    label={fieldListMessages.moveUp(name)}
                    isDisabled={index === 0}
                    onPress={() => move(index, index - 1)}
                  />
                  <IconButton
                    icon="down"
                    label={fieldListMessages.moveDown(name)}
                    isDisabled={index === ids.length - 1}
                    onPress={() => move(index, index + 1)}
                  />
                  <IconButton
                    icon="close"
                    label={fieldMessages.removeWine(name)}
                    onPress={() => onChange(ids.filter((one) => one !== id))}
                  />
                </span>
              )}
            </Chosen>
          );
        })}
      </ol>
      {error !== null && <p className="entry-error">{error}</p>}
      {!context.isReadOnly && (
        <Button icon="plus" onPress={() => setIsChoosing(true)}>
          {fieldMessages.addWine}
        </Button>
      )}
      {isChoosing && (
        <OfferDialog
          onClose={() => setIsChoosing(false)}
          onChoose={({ id }) => {
            setIsChoosing(false);
            if (!ids.includes(id)) onChange([...ids, id]);
          }}
        />
      )}
    </fieldset>
  );
}
