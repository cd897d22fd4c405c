/** Head of previews: not listed by search engines, and no referrer on outgoing links. */
import type { MetaDescriptor } from 'react-router';
import { titleOf } from '#routes/_layout/page-title.ts';

/** Returns the head of a preview of the shop that `matches` belong to. */
export const previewHead = (matches: Parameters<typeof titleOf>[1], title = 'Preview'): MetaDescriptor[] => [
  { title: titleOf(title, matches) },
  { name: 'robots', content: 'nofollow' },
  { name: 'referrer', content: 'no-referrer' },
];
