/** What labels of parcels need, for the office and for the job that buys them. */
import { createCarriers } from '#domains/selling/orders/server/carriers/carriers.ts';
import { createDocumentShopOf } from '#domains/selling/orders/server/document-shop-of.ts';
import type { LabelDeps } from '#domains/selling/orders/server/labels/label-deps.ts';
import { CARRIERS } from '#domains/settings/model/groups/carriers.ts';
import type { AppServices } from './create-services.ts';

export const labelDepsOf = ({ database, settings, config }: AppServices): LabelDeps => ({
  database,
  carriers: createCarriers((market) => settings.current().read(CARRIERS, market), config),
  documentShopOf: createDocumentShopOf(settings, config),
});
