export { SignInHelpScreen as Component } from '#domains/staff/ui/office/SignInScreen.tsx';
