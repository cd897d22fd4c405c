/** Adds and removes trailing slashes of paths. Paths of files are unchanged [CONT-34]. */
import { trimEndOf } from './trim.ts';

const FILES = /\.(html|json|js|map|txt|xml|pdf)\/?$/i;

/** `/about/` → `/about`; `/` and paths of files stay. */
export const withoutTrailingSlash = (path: string): string => (path === '/' || FILES.test(path) ? path : trimEndOf(path, /\//) || '/');

/** `/about` → `/about/`; paths of files stay. */
export const withTrailingSlash = (path: string): string => (path.endsWith('/') || FILES.test(path) ? path : `${path}/`);
