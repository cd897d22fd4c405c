/** Text of the delivery estimate. `No result` is fixed [SHIP-19]. */
export const deliveryEstimateMessages = {
  postcode: 'Delivery estimate for postcode',
  check: 'Check',
  result: (postcode: string) => `Order now for delivery to ${postcode}`,
  noResult: 'No result',
  deliveringTo: (postcode: string) => `Delivering to ${postcode}`,
  by: (day: string) => `by ${day}`,
  checkTimes: 'Check delivery times',
} as const;
