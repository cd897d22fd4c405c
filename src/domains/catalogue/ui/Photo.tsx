import { photoSources } from '../model/photo.ts';
import type { OwnPicture } from '../model/record.ts';

export interface PhotoProps {
  readonly photo: Pick<OwnPicture, 'id' | 'width' | 'height'>;
  /** JPEG for browsers without AVIF and WebP. */
  readonly src: string;
  readonly alt: string;
  readonly sizes: string;
  readonly isFirst?: boolean;
  /** Blurred preview, shown while loading. */
  readonly placeholder?: string;
}

/** Shows a retailer's own picture in the best supported format, with its real size. */
export function Photo({ photo, src, alt, sizes, isFirst = false, placeholder }: PhotoProps) {
  return (
    <picture className="photo">
      <source type="image/avif" srcSet={photoSources(photo, 'avif')} sizes={sizes} />
      <source type="image/webp" srcSet={photoSources(photo, 'webp')} sizes={sizes} />
      <img
        src={src}
        alt={alt}
        width={photo.width}
        height={photo.height}
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'auto'}
        decoding="async"
        draggable={false}
        style={placeholder === undefined ? undefined : { backgroundImage: `url(${placeholder})` }}
      />
    </picture>
  );
}
