/** What the server hands to a page's loaders, and nothing else reaches them. */
import { createContext } from 'react-router';
import type { Site } from '../../market/sites.ts';
import type { Transport } from '../../platform/client.ts';

export interface PageContext {
  readonly site: Site;
  /** `https://shop.example`, for canonical addresses. */
  readonly origin: string;
  /** Calls the shop's own endpoints directly, as a guest of the site. */
  readonly transport: Transport;
  /** Configured words and links of the frame around every page. */
  readonly frame: Frame;
}

export interface Frame {
  readonly supportPhone: string;
  readonly licence: string;
  /** Other sites of this shop by id, as origins. */
  readonly sites: readonly { readonly id: string; readonly market: string; readonly kind: string; readonly origin: string }[];
}

export const pageContext = createContext<PageContext>();
