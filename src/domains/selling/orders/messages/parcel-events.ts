/** What the timeline of the office says about reports of carriers. `parcel` is its code. */
import type { TrackingStage } from '../model/labels/tracking.ts';

export const PARCEL_EVENT_TITLES: Readonly<Record<TrackingStage, (parcel: string) => string>> = {
  waiting: (parcel) => `Parcel ${parcel} waits for the courier`,
  moving: (parcel) => `Parcel ${parcel} is on its way`,
  out: (parcel) => `Parcel ${parcel} is out for delivery`,
  attempted: (parcel) => `Delivery of parcel ${parcel} was tried`,
  collect: (parcel) => `Parcel ${parcel} waits to be collected`,
  delivered: (parcel) => `Parcel ${parcel} was delivered`,
  refused: (parcel) => `Parcel ${parcel} was refused`,
  returned: (parcel) => `Parcel ${parcel} came back`,
  problem: (parcel) => `Problem with parcel ${parcel}`,
  cancelled: (parcel) => `Parcel ${parcel} was cancelled`,
  other: (parcel) => `News of parcel ${parcel}`,
};
