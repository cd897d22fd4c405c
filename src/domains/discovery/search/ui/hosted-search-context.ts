import { createContext } from 'react';
import type { HostedSearchConfig } from '../model/hosted-search.ts';

/** The hosted search of the page; null if browsers use the shop's own. */
export const HostedSearchContext = createContext<HostedSearchConfig | null>(null);
