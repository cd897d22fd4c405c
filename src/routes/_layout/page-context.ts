import { createContext } from 'react-router';
import type { PageContext } from '../page-context.ts';

/** Router context with the data that the server passes to a page. */
export const pageContext = createContext<PageContext>();
