/** The record kinds of the catalogue. */
import type { z } from 'zod';
import { offerRecord, stockRecord } from '#domains/catalogue/model/record.ts';
import {
  OFFER_EXPORT,
  OFFER_EXPORT_SINCE,
  OFFERS_BY_KEYS,
  prepareOffers,
  REMOVE_OFFERS,
  REMOVED_EXPORT,
  REMOVED_EXPORT_SINCE,
  removedRecord,
  removeOffers,
  STOCK_EXPORT,
  STOCK_EXPORT_SINCE,
  STOCK_UNDO,
  writeOffers,
  writeStock,
} from '../offer-writer.repository.ts';
import {
  PICTURE_EXPORT,
  PICTURE_EXPORT_SINCE,
  PICTURE_FILE_EXPORT,
  PICTURE_FILE_EXPORT_SINCE,
  pictureFileRecord,
  pictureRecord,
  writePictureFiles,
  writePictures,
} from '../pictures/picture.repository.ts';
import { pictureVersion } from '../pictures/picture-plan.ts';
import { type RecordKinds, recordKind } from './record-kind.ts';

export const CATALOGUE_RECORD_KINDS: RecordKinds = {
  offer: recordKind(
    offerRecord,
    (transaction, records, { mapping, importId }) => writeOffers(transaction, records, pictureVersion, { source: mapping ?? '', importId }),
    OFFER_EXPORT,
    {
      prepare: (transaction, records, { mapping, importId }) =>
        prepareOffers(transaction, records, pictureVersion, { source: mapping ?? '', importId }),
      since: OFFER_EXPORT_SINCE,
      logsItself: true,
      undo: {
        keyOf: (record) => (record as z.output<typeof offerRecord>).offerId,
        byKeys: OFFERS_BY_KEYS,
        checksum: 'found.content_hash',
        remove: REMOVE_OFFERS,
      },
    },
  ),
  removed: recordKind(removedRecord, (transaction, records, { importId }) => removeOffers(transaction, records, importId), REMOVED_EXPORT, {
    since: REMOVED_EXPORT_SINCE,
    logsItself: true,
  }),
  stock: recordKind(
    stockRecord,
    (transaction, records, { opensStockOnly, importId }) => writeStock(transaction, records, { openingOnly: opensStockOnly, importId }),
    STOCK_EXPORT,
    {
      since: STOCK_EXPORT_SINCE,
      isHot: true,
      logsItself: true,
      undo: {
        keyOf: (record) => {
          const { productId, market } = record as z.output<typeof stockRecord>;
          return String(productId).padStart(10, '0') + market;
        },
        ...STOCK_UNDO,
      },
    },
  ),
  picture: recordKind(pictureRecord, writePictures, PICTURE_EXPORT, { since: PICTURE_EXPORT_SINCE }),
  'picture-file': recordKind(pictureFileRecord, writePictureFiles, PICTURE_FILE_EXPORT, { since: PICTURE_FILE_EXPORT_SINCE }),
};
