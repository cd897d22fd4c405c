export { CreditListScreen as Component } from '#domains/selling/store-credit/ui/office/CreditListScreen.tsx';
export {
  loadCreditList as loader,
  revalidateCreditList as shouldRevalidate,
} from '#domains/selling/store-credit/ui/office/load-credit.ts';
