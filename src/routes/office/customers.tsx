export { CustomersScreen as Component } from '#domains/customers/account/ui/office/CustomersScreen.tsx';
export { loadCustomers as loader, revalidateCustomers as shouldRevalidate } from '#domains/customers/account/ui/office/load-customers.ts';
