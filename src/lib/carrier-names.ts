/** The carriers that sell labels, as staff choose them. Their adapters are in domains/selling/orders/server/carriers. */
export const CARRIER_TITLES = { auspost: 'Australia Post', shippit: 'Shippit', starshipit: 'Starshipit' } as const;

export type CarrierName = keyof typeof CARRIER_TITLES;

/** Returns the title of a carrier, an empty string for the shop's own labels. */
export const carrierTitle = (id: string): string => Object.entries(CARRIER_TITLES).find(([name]) => name === id)?.[1] ?? '';

export const CARRIER_NAMES = Object.keys(CARRIER_TITLES) as [CarrierName, ...CarrierName[]];
