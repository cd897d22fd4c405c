/** The gift card calls of the office's browser application. */
import { giftCardOfficeContract } from '#domains/selling/gift-cards/office-contract.ts';
import { officeClient } from '#domains/staff/ui/office/office-client.ts';

export const giftCardCalls = officeClient(giftCardOfficeContract);
