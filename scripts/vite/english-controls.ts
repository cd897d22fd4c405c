import type { Plugin } from 'vite';

/** Modules of React Aria with the labels of one language: `react-aria/dist/private/calendar/intl/fr-FR.mjs`. */
const LABELS = /node_modules[\\/](?:react-aria|react-stately|react-aria-components)[\\/].*[\\/][a-z]{2}-[A-Z]{2}\.m?js$/;
const ENGLISH = /[\\/]en-US\.m?js$/;

/** Leaves out the controls' labels in other languages: 34 of them are larger than the date fields themselves. `OfficeLocale` never asks for them. */
export const englishControls = (): Plugin => ({
  name: 'english-controls',
  enforce: 'pre',
  load(id) {
    const file = id.split('?')[0] ?? id;
    return LABELS.test(file) && !ENGLISH.test(file) ? 'export default {};' : null;
  },
});
