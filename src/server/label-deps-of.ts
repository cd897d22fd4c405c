/** What labels of parcels need, for the office and for the job that buys them. */
import { createDocumentShopOf } from '#domains/selling/orders/server/document-shop-of.ts';
import { createCarriers } from '#domains/selling/orders/server/labels/carriers.ts';
import type { LabelDeps } from '#domains/selling/orders/server/labels/label-deps.ts';
import type { AppServices } from './create-services.ts';

export const labelDepsOf = ({ database, settings, config }: AppServices): LabelDeps => ({
  database,
  carriers: createCarriers(),
  documentShopOf: createDocumentShopOf(settings, config),
});
