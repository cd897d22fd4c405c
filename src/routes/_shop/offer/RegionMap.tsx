import type { CSSProperties } from 'react';
import type { RegionPlace } from '#domains/catalogue/model/region-place.ts';
import { offerBodyMessages } from './messages/body.ts';

/** A region on the map of Australia. */
export function RegionMap({ position: { name, left, top } }: { position: RegionPlace }) {
  return (
    <div className="map" role="img" aria-label={offerBodyMessages.onTheMap(name)}>
      <p className="map-place" style={{ '--left': `${left.toFixed(1)}%`, '--top': `${top.toFixed(1)}%` } as CSSProperties}>
        {name}
      </p>
    </div>
  );
}
