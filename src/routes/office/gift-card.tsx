export { GiftCardScreen as Component } from '#domains/selling/gift-cards/ui/office/GiftCardScreen.tsx';
export { loadGiftCard as loader } from '#domains/selling/gift-cards/ui/office/load-gift-cards.ts';
