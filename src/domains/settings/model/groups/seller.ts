/** The company that sells in a market, and its licence. */
import { z } from 'zod';
import { field, line, marketOfScope, settingGroup } from '../setting-group.ts';

/** Value of TAX_ID for a seller without a tax number. */
export const NO_TAX_ID = 'none';

export const SELLER = settingGroup({
  id: 'seller',
  area: 'selling',
  scope: 'market',
  title: 'Seller and licence',
  help: 'The company on invoices, the licence below every page, and the address that the law requires in marketing email.',
  schema: z.object({
    name: field(line(100).min(1), { title: 'Company' }),
    isTaxRegistered: field(z.boolean(), {
      title: 'Registered for tax',
      description: 'Without registration the shop issues receipts in place of tax invoices.',
    }),
    taxId: field(line(30), { title: 'Tax number' }),
    licence: field(line(200).min(1), { title: 'Liquor licence' }),
    postalAddress: field(line(200), { title: 'Postal address', description: 'Without it the shop sends no marketing email.' }),
  }),
  defaults: (scope, start) => {
    const { sellerName, taxId, liquorLicence, postalAddress } = start.markets[marketOfScope(scope)];
    const isTaxRegistered = taxId !== NO_TAX_ID;
    return { name: sellerName, isTaxRegistered, taxId: isTaxRegistered ? taxId : '', licence: liquorLicence, postalAddress };
  },
  check: ({ isTaxRegistered, taxId }) =>
    isTaxRegistered && taxId === '' ? [{ path: ['taxId'], message: 'must be filled in for a seller that is registered for tax' }] : [],
});
