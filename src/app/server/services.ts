/** Everything the shop is made of, opened once at boot and handed to endpoints, pages and jobs. */
import { type OfferReader, offerReader, type PictureVersion } from '../../catalogue/server/offer-reader.ts';
import { type Authentication, authentication } from '../../identity/server/authenticate.ts';
import type { Config } from '../../platform/server/config.ts';
import type { Database } from '../../platform/server/database/pool.ts';

export interface Shop {
  readonly config: Config;
  readonly database: Database;
  readonly offers: OfferReader;
  readonly auth: Authentication;
}

export function openShop(config: Config, database: Database, pictureVersion: PictureVersion): Shop {
  return { config, database, offers: offerReader(database, pictureVersion), auth: authentication(async () => null) };
}
