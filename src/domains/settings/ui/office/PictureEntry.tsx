/** A picture of the library, or none. */
import { useContext, useId, useState } from 'react';
import { settingMessages as text } from '#domains/settings/messages/office.ts';
import { Button } from '#ui/office/Button.tsx';
import { PictureChooserContext } from '#ui/office/picture-chooser.ts';
import { type EntryProps, hintOf } from './setting-entry.ts';

export function PictureEntry({ field, value, onChange, error, isDisabled, hint }: EntryProps) {
  const [isChoosing, setIsChoosing] = useState(false);
  const Chooser = useContext(PictureChooserContext);
  const id = useId();
  const path = typeof value === 'string' && value !== '' ? value : null;
  const choose = path === null ? text.choosePicture : text.otherPicture;
  return (
    <fieldset className="entry setting-picture-field" aria-describedby={`${id}-hint`}>
      <legend className="entry-label">{field.title}</legend>
      {path !== null && (
        <p className={field.name === 'logoDark' ? 'setting-picture is-dark' : 'setting-picture'}>
          {/* WebP keeps a transparent background. */}
          <img src={path.replace(/jpg$/, 'webp')} alt={field.title} />
        </p>
      )}
      <p id={`${id}-hint`} className={error === null ? 'entry-hint' : 'entry-error'}>
        {error ?? hintOf(field.description, hint)}
      </p>
      {!isDisabled && (
        <div className="act-row">
          <Button icon="pictures" onPress={() => setIsChoosing(true)} aria-label={`${choose}: ${field.title}`}>
            {choose}
          </Button>
          {path !== null && (
            <Button onPress={() => onChange(null)} aria-label={`${text.removePicture}: ${field.title}`}>
              {text.removePicture}
            </Button>
          )}
        </div>
      )}
      {isChoosing && Chooser && (
        <Chooser
          title={field.title}
          onChoose={(chosen) => {
            setIsChoosing(false);
            onChange(chosen);
          }}
          onClose={() => setIsChoosing(false)}
        />
      )}
    </fieldset>
  );
}
