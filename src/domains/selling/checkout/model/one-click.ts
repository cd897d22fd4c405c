/** One-click checkout's steps: what each is called in analytics, what it does, and what the shopper reads (SPEC.md §4). */

export interface OneClickStep {
  readonly step: 'clicked' | 'buying' | 'preparing' | 'initiating' | 'success' | 'completed' | 'failed';
  /** Its name in analytics. */
  readonly event: 'clicked' | 'buying' | 'preparing' | 'initiating' | 'Payment Success' | 'Order Completed' | 'Ooops Error';
  /** What is done in it, told with the event. */
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

/** The row of a step. */
export function oneClickStep(name: OneClickStepName): OneClickStep {
  const found = ONE_CLICK_STEPS.find(({ step }) => step === name);
  if (!found) throw new Error(`there is no step ${name}`);
  return found;
}
