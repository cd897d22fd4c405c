import { createContext } from 'react';
import type { HostedSearchConfig } from '../model/hosted-search.ts';

/** Where the browser searches in place of the shop's own index; null where it does not. */
export const HostedSearchContext = createContext<HostedSearchConfig | null>(null);
