/** The form of a wine in its sections, made from the schema of its record. */
import { useMemo, useState } from 'react';
import { wineMessages as text } from '#domains/catalogue/messages/office.ts';
import { WINE_SECTIONS } from '#domains/catalogue/messages/office-fields.ts';
import { photoPath } from '#domains/catalogue/model/photo.ts';
import { MAX_PICTURES_PER_OFFER } from '#domains/catalogue/model/picture-limits.ts';
import { type OwnPicture, offerRecord, ownPicture } from '#domains/catalogue/model/record.ts';
import type { WineDraft, WineIssue } from '#domains/catalogue/model/wine-draft.ts';
import { formOfSchema } from '#lib/form-schema.ts';
import type { Market } from '#markets/market.ts';
import { timeZoneOf } from '#markets/market-day.ts';
import { Button } from '#ui/office/Button.tsx';
import type { FieldContext } from '#ui/office/form/field-context.ts';
import { TextField } from '#ui/office/form/fields.tsx';
import { SchemaFields } from '#ui/office/form/SchemaFields.tsx';
import { toastFailed } from '#ui/office/office-toasts.ts';
import { PicturePicker } from './pictures/PicturePicker.tsx';
import { pictureCalls } from './pictures/picture-calls.ts';
import { PricedAsContext, WINE_TEXTS, withoutUnstated } from './wine-fields.tsx';

const form = formOfSchema(offerRecord);
const FIELDS = new Map(form.kind === 'object' ? form.fields.map((field) => [field.name, field]) : []);
const pictureList = ownPicture.array();
const PICTURE_WIDTH = 320;

interface PicturesProps {
  readonly pictures: readonly OwnPicture[];
  readonly isReadOnly: boolean;
  readonly onChange: (pictures: OwnPicture[]) => void;
}

/** The retailer's own pictures: their order, what they show, and taking one away. */
function Pictures({ pictures, isReadOnly, onChange }: PicturesProps) {
  const [isChoosing, setIsChoosing] = useState(false);
  const add = async (id: string): Promise<void> => {
    setIsChoosing(false);
    if (pictures.some((one) => one.id === id)) return;
    const picture = await pictureCalls.picture({ id });
    if (!picture.ok) return toastFailed(picture.title);
    const { width, height, placeholder, alt } = picture.value;
    onChange([...pictures, { id, width, height, placeholder, alt }]);
  };
  return (
    <>
      {pictures.length === 0 && <p className="text-muted">{text.noPictures}</p>}
      <ul className="wine-pictures">
        {pictures.map((picture, index) => (
          <li key={picture.id}>
            <img src={photoPath(picture, PICTURE_WIDTH)} alt={picture.alt} loading="lazy" />
            <TextField
              label={text.pictureAlt}
              value={picture.alt}
              maxLength={200}
              isOptional
              isReadOnly={isReadOnly}
              onChange={(alt) => onChange(pictures.map((one) => (one === picture ? { ...one, alt } : one)))}
            />
            {!isReadOnly && (
              <div className="act-row">
                {index > 0 && (
                  <Button onPress={() => onChange([picture, ...pictures.filter((one) => one !== picture)])}>{text.makeFirst}</Button>
                )}
                <Button onPress={() => onChange(pictures.filter((one) => one !== picture))}>{text.removePicture}</Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {!isReadOnly && pictures.length < MAX_PICTURES_PER_OFFER && (
        <Button icon="plus" onPress={() => setIsChoosing(true)}>
          {text.addPicture}
        </Button>
      )}
      {isChoosing && <PicturePicker onChoose={({ id }) => void add(id)} onClose={() => setIsChoosing(false)} />}
    </>
  );
}

export interface WineFormProps {
  readonly draft: WineDraft;
  readonly issues: readonly WineIssue[];
  readonly markets: readonly Market[];
  readonly isReadOnly: boolean;
  /** True for a wine whose id can still be chosen. */
  readonly isNew: boolean;
  readonly onChange: (draft: WineDraft) => void;
}

export function WineForm({ draft, issues, markets, isReadOnly, isNew, onChange }: WineFormProps) {
  const [first] = markets;
  const timeZone = first === undefined ? 'UTC' : timeZoneOf(first);
  const context = useMemo((): FieldContext => ({ texts: WINE_TEXTS, issues, timeZone, isReadOnly }), [issues, timeZone, isReadOnly]);
  const { packSize } = draft;
  const pricedAs = useMemo(() => ({ markets, packSize: typeof packSize === 'number' ? packSize : null }), [markets, packSize]);
  const pictures = pictureList.safeParse(draft.pictures ?? []);
  return (
    <PricedAsContext value={pricedAs}>
      <form className="wine-form stack" onSubmit={(event) => event.preventDefault()} noValidate>
        {WINE_SECTIONS.map(({ id, title, help, fields }) => (
          <section key={id} className="panel" aria-labelledby={`wine-${id}`}>
            <div className="panel-head">
              <h2 id={`wine-${id}`}>{title}</h2>
              {help !== '' && <p className="text-muted small">{help}</p>}
            </div>
            <div className="panel-body wine-section">
              <SchemaFields
                fields={fields.flatMap((name) => (name === 'offerId' && !isNew ? [] : (FIELDS.get(name) ?? [])))}
                path={[]}
                value={draft}
                onChange={(next) => onChange(withoutUnstated(next))}
                context={context}
              />
            </div>
          </section>
        ))}
        <section className="panel" aria-labelledby="wine-pictures">
          <div className="panel-head">
            <h2 id="wine-pictures">{text.pictures}</h2>
            <p className="text-muted small">{text.picturesHint}</p>
          </div>
          <div className="panel-body">
            <Pictures
              pictures={pictures.success ? pictures.data : []}
              isReadOnly={isReadOnly}
              onChange={(next) => onChange({ ...draft, pictures: next })}
            />
          </div>
        </section>
      </form>
    </PricedAsContext>
  );
}
