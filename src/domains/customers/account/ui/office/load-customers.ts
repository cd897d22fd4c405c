/** The loader of the list of customers. */
import { listLoader } from '#ui/office/grid/list-loader.ts';
import { customerCalls } from './customer-calls.ts';
import { CUSTOMER_LIMITS } from './customer-list-spec.tsx';

export const { loader: loadCustomers, shouldRevalidate: revalidateCustomers } = listLoader(CUSTOMER_LIMITS, (input, limit) =>
  customerCalls.customers({ ...input, limit }),
);
