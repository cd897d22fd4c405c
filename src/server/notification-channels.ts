/** Channels on which processes tell each other what changed. */
export const CHANGES = { catalogue: 'catalogue_changed', content: 'content_changed' } as const;
