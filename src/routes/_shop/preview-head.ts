/** Head of previews: no search engine lists them, and no link that is followed from one tells its address. */
import type { MetaDescriptor } from 'react-router';

export const previewHead = (title = 'Preview'): MetaDescriptor[] => [
  { title: `${title} · Cellardoor` },
  { name: 'robots', content: 'noindex, nofollow' },
  { name: 'referrer', content: 'no-referrer' },
];
