/** Query parameter of a page that shows settings which were not saved. */
export const PREVIEW_PARAMETER = 'settings-preview';
