export { GiftCardsScreen as Component } from '#domains/selling/gift-cards/ui/office/GiftCardsScreen.tsx';
export { loadGiftCards as loader, revalidateGiftCards as shouldRevalidate } from '#domains/selling/gift-cards/ui/office/load-gift-cards.ts';
