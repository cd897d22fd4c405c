/** Text of the delivery fee before the postcode is known, where postcodes have fees of their own. */
export const feeEstimateMessages = {
  note: 'Delivery is an estimate: it depends on your postcode, which you enter at checkout.',
} as const;
