import { lineName } from '#domains/selling/cart/model/format-line.ts';
import type { OrderView } from '../contract.ts';

/** Formats brand and name of an ordered line: `Amber Hill Shiraz 2021`. */
export const lineTitle = (line: OrderView['lineItems'][number]): string => [line.brand, lineName(line)].filter(Boolean).join(' ');
