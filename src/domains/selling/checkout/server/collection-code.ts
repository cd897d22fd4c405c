/** Creates the codes by which buyers collect their orders. */
import { randomInt } from 'node:crypto';
import { COLLECTION_CODE_ALPHABET, COLLECTION_CODE_LENGTH } from '#domains/selling/shipping/model/collection.ts';

export const createCollectionCode = (): string =>
  Array.from({ length: COLLECTION_CODE_LENGTH }, () => COLLECTION_CODE_ALPHABET[randomInt(COLLECTION_CODE_ALPHABET.length)]).join('');
