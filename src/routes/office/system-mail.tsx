export { loadMails as loader, revalidateMails as shouldRevalidate } from '#domains/system/ui/office/load-mails.ts';
export { MailScreen as Component } from '#domains/system/ui/office/MailScreen.tsx';
