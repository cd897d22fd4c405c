/** Search indexes of a process that has none, because nobody searches there. */
import type { SearchIndexes } from './index-service.ts';

export const NO_INDEXES: SearchIndexes = {
  isReady: false,
  isPreparing: false,
  ageMs: 0,
  of() {
    throw new Error('This process has no search index: its role answers no searches.');
  },
  get: () => null,
  load: async () => {},
  refresh: async () => false,
  onChange: () => {},
  close: async () => {},
};
