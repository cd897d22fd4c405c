export { ClaimsScreen as Component } from '#domains/selling/claims/ui/office/ClaimsScreen.tsx';
export { loadClaims as loader, revalidateClaims as shouldRevalidate } from '#domains/selling/claims/ui/office/load-claims.ts';
