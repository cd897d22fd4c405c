import { useSearchParams } from 'react-router';
import { hostedPageTitles } from '#domains/customers/identity/messages/hosted.ts';
import { PasswordStep } from '#domains/customers/identity/ui/PasswordStep.tsx';

export const meta = () => [{ title: hostedPageTitles.login }, { name: 'robots', content: 'noindex' }];

export default function PasswordPage() {
  return <PasswordStep params={useSearchParams()[0]} />;
}
