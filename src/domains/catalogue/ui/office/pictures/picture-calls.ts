/** The picture calls of the office's browser application. */
import { pictureOfficeContract } from '#domains/catalogue/picture-office-contract.ts';
import { officeClient } from '#domains/staff/ui/office/office-client.ts';

export const pictureCalls = officeClient(pictureOfficeContract);
