/** Why an order cannot be delivered. */
export const zoneErrorMessages = {
  noDelivery: (postcode: string, canCollect: boolean) =>
    `We don’t deliver to ${postcode}. Enter a delivery address with another postcode${canCollect ? ', or collect the order' : ''}.`,
} as const;
