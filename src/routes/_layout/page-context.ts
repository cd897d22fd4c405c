import { createContext } from 'react-router';
import type { PageContext } from '../page-context.ts';

/** The router's handle on what the server gave this page. */
export const pageContext = createContext<PageContext>();
