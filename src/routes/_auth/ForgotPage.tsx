import { useSearchParams } from 'react-router';
import { hostedPageTitles } from '#domains/customers/identity/messages/hosted.ts';
import { ForgotStep } from '#domains/customers/identity/ui/ForgotStep.tsx';

export const meta = () => [{ title: hostedPageTitles.forgot }, { name: 'robots', content: 'noindex' }];

export default function ForgotPage() {
  return <ForgotStep params={useSearchParams()[0]} />;
}
