/** The journal at its previous path, which stays in the URL [CONT-28, CONT-32]. */
import type { PageHandle } from '#routes/page-handle.ts';

export { default, loader, meta } from './ArticlesPage.tsx';

export const handle = { cache: 'shared', robots: 'duplicate' } satisfies PageHandle;
