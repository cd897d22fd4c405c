/**
 * The steps of one-click checkout: their analytics events and parts [CHK-23, CHK-24, CHK-25, CHK-26, CHK-27, CHK-28, CHK-29], and the
 * messages that the shopper sees [CHK-30].
 */

export interface OneClickStep {
  readonly step: 'clicked' | 'buying' | 'preparing' | 'initiating' | 'success' | 'completed' | 'failed';
  /** Name of the analytics event. */
  readonly event: 'clicked' | 'buying' | 'preparing' | 'initiating' | 'Payment Success' | 'Order Completed' | 'Ooops Error';
  /** Parts of the step, sent with the event. */
  readonly parts: readonly string[];
  readonly message: string;
}

export const ONE_CLICK_STEPS: readonly OneClickStep[] = [
  { step: 'clicked', event: 'clicked', parts: [], message: 'Buying ...' },
  { step: 'buying', event: 'buying', parts: ['billing address', 'shipping fee', 'create order'], message: 'Creating the order ...' },
  {
    step: 'preparing',
    event: 'preparing',
    parts: ['allowed payment methods', 'instrument', 'payment token'],
    message: 'Some final touches ...',
  },
  { step: 'initiating', event: 'initiating', parts: [], message: 'Almost done! ...' },
  { step: 'success', event: 'Payment Success', parts: [], message: 'Almost done! ...' },
  { step: 'completed', event: 'Order Completed', parts: [], message: 'Almost done! ...' },
  { step: 'failed', event: 'Ooops Error', parts: [], message: 'Ooops Error' },
];

export type OneClickStepName = OneClickStep['step'];

/** Returns a step by its name. */
export function oneClickStep(name: OneClickStepName): OneClickStep {
  const found = ONE_CLICK_STEPS.find(({ step }) => step === name);
  if (!found) throw new Error(`there is no step ${name}`);
  return found;
}
