export { SignInScreen as Component } from '#domains/staff/ui/office/SignInScreen.tsx';
