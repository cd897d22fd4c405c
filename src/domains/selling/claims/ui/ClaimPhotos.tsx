import { type ChangeEvent, useState } from 'react';
import { claimMessages as m } from '../messages/claims.ts';
import { type UploadedPhoto, uploadPhoto } from './upload-photo.ts';

interface ClaimPhotosProps {
  readonly order: string;
  readonly photos: readonly UploadedPhoto[];
  readonly max: number;
  readonly getToken: () => Promise<string | null>;
  readonly onChange: (photos: readonly UploadedPhoto[]) => void;
  readonly onUploading: (isUploading: boolean) => void;
}

/** Photos of a claim. Each is uploaded when it is chosen, so that a bad one is refused at once. */
export function ClaimPhotos({ order, photos, max, getToken, onChange, onUploading }: ClaimPhotosProps) {
  const [error, setError] = useState<string | null>(null);
  const [isUploading, setUploading] = useState(false);
  const mark = (isBusy: boolean): void => {
    setUploading(isBusy);
    onUploading(isBusy);
  };

  const add = async ({ currentTarget }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const files = [...(currentTarget.files ?? [])].slice(0, max - photos.length);
    currentTarget.value = '';
    setError(null);
    mark(true);
    let added = photos;
    for (const file of files) {
      const uploaded = await uploadPhoto(order, file, await getToken());
      if (!uploaded.ok) {
        setError(`${file.name}: ${uploaded.title}`);
        break;
      }
      added = [...added, uploaded.photo];
      onChange(added);
    }
    mark(false);
  };
  return (
    <div className="field">
      <label htmlFor="claim-photos">{m.photos}</label>
      <input
        id="claim-photos"
        type="file"
        accept="image/jpeg,image/png,image/webp,image/avif"
        multiple
        disabled={isUploading || photos.length >= max}
        aria-describedby="claim-photos-hint"
        onChange={(event) => void add(event)}
      />
      <p className="hint" id="claim-photos-hint">
        {m.photosHint}
      </p>
      {isUploading && <p role="status">{m.uploading}</p>}
      {error !== null && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
      {photos.length > 0 && (
        <ul className="claim-photos">
          {photos.map(({ id, name }) => (
            <li key={id}>
              <span>{name}</span>
              <button
                type="button"
                className="link"
                aria-label={m.removePhoto(name)}
                onClick={() => onChange(photos.filter((photo) => photo.id !== id))}
              >
                {m.remove}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
