export { IssueCardScreen as Component } from '#domains/selling/gift-cards/ui/office/IssueCardScreen.tsx';
