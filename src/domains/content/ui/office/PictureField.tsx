/** The picture of a block: one of the library, a wine as the shop draws it, or an engraving. */
import { useState } from 'react';
import { photoPath } from '#domains/catalogue/model/photo.ts';
import type { PictureRow } from '#domains/catalogue/picture-office-contract.ts';
import { PicturePicker } from '#domains/catalogue/ui/office/pictures/PicturePicker.tsx';
import { fieldMessages, fieldText, optionText } from '#domains/content/messages/office-fields.ts';
import { variantValue } from '#lib/form-schema.ts';
import { Button } from '#ui/office/Button.tsx';
import { ChoiceField } from '#ui/office/form/ChoiceField.tsx';
import { type FieldProps, isJsonRecord, issueAt } from '#ui/office/form/field-context.ts';
import { TextField } from '#ui/office/form/fields.tsx';
import { SchemaFields } from '#ui/office/form/SchemaFields.tsx';

/** Widest file that a block shows. */
const BLOCK_WIDTH = 1280;
const FILE = 'file';

const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export function PictureField({ spec, path, value, onChange, context }: FieldProps) {
  const [isChoosing, setIsChoosing] = useState(false);
  if (spec.kind !== 'union') return null;
  const current = isJsonRecord(value) ? value : {};
  const variant = spec.variants.find((one) => one.value === current[spec.key]) ?? spec.variants[0];
  if (!variant) return null;
  const choosePath = [...path, spec.key];
  const src = stringOf(current.src);
  const alt = stringOf(current.alt);
  const choose = (picture: PictureRow): void => {
    setIsChoosing(false);
    const { width, height } = picture;
    onChange({ ...current, src: photoPath(picture, BLOCK_WIDTH), width, height, alt: alt || picture.alt });
  };
  const error = issueAt(context, [...path, 'src']) ?? issueAt(context, path);
  return (
    <div className="form">
      <ChoiceField
        label={fieldText(choosePath).label}
        value={variant.value}
        options={spec.variants.map((one) => ({ value: one.value, label: optionText(choosePath, one.value) }))}
        isDisabled={context.isReadOnly}
        onChange={(chosen) => {
          const next = spec.variants.find((one) => one.value === chosen);
          const made = next && variantValue(spec.key, next);
          // A description fits whatever the picture shows.
          if (isJsonRecord(made)) onChange({ ...made, ...('alt' in made ? { alt: current.alt ?? '' } : {}) });
        }}
      />
      {variant.value === FILE ? (
        <>
          {src !== '' && <img className="chosen-picture" src={src} alt={alt} />}
          {error !== null && <p className="entry-error">{error}</p>}
          {!context.isReadOnly && (
            <div className="act-row">
              <Button icon="pictures" onPress={() => setIsChoosing(true)}>
                {src === '' ? fieldMessages.choosePicture : fieldMessages.otherPicture}
              </Button>
            </div>
          )}
          <TextField
            label={fieldText([...path, 'alt']).label}
            hint={fieldText([...path, 'alt']).hint ?? ''}
            value={alt}
            onChange={(typed) => onChange({ ...current, alt: typed })}
            isReadOnly={context.isReadOnly}
            error={issueAt(context, [...path, 'alt'])}
            maxLength={200}
          />
        </>
      ) : (
        variant.spec.kind === 'object' && (
          <SchemaFields fields={variant.spec.fields} path={path} value={current} onChange={onChange} context={context} />
        )
      )}
      {isChoosing && <PicturePicker onChoose={choose} onClose={() => setIsChoosing(false)} />}
    </div>
  );
}
