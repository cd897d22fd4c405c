export { CustomerScreen as Component } from '#domains/customers/account/ui/office/CustomerScreen.tsx';
export { loadCustomer as loader } from '#domains/customers/account/ui/office/load-customer.ts';
