/** Head of previews: not listed by search engines, and no referrer on outgoing links. */
import type { MetaDescriptor } from 'react-router';

export const previewHead = (title = 'Preview'): MetaDescriptor[] => [
  { title: `${title} · Cellardoor` },
  { name: 'robots', content: 'nofollow' },
  { name: 'referrer', content: 'no-referrer' },
];
