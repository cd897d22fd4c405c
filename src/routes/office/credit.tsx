export { CreditScreen as Component } from '#domains/selling/store-credit/ui/office/CreditScreen.tsx';
export { loadCredit as loader } from '#domains/selling/store-credit/ui/office/load-credit.ts';
