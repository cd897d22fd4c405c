export { ClaimScreen as Component } from '#domains/selling/claims/ui/office/ClaimScreen.tsx';
export { loadClaim as loader } from '#domains/selling/claims/ui/office/load-claims.ts';
