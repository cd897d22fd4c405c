/** The calls about claims to suppliers of the office's browser application. */
import { supplierClaimOfficeContract } from '#domains/selling/claims/supplier-contract.ts';
import { officeClient } from '#domains/staff/ui/office/office-client.ts';

export const supplierCalls = officeClient(supplierClaimOfficeContract);
