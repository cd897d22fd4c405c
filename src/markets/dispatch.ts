/** Defaults of dispatch by market: from where and when orders are sent, and public holidays. Browsers do not load them. */
import { AUSTRALIA_DISPATCH } from './au-delivery.ts';
import type { DispatchSettings } from './definition.ts';
import type { Market } from './market.ts';
import { SINGAPORE_DISPATCH } from './sg-delivery.ts';

const DISPATCH: Readonly<Record<Market, DispatchSettings>> = { AU: AUSTRALIA_DISPATCH, SG: SINGAPORE_DISPATCH };

/** Returns how orders of a market are sent until the retailer says otherwise. */
export const defaultDispatch = (market: Market): DispatchSettings => DISPATCH[market];
