import { useSearchParams } from 'react-router';
import { ForgotStep } from '#domains/customers/identity/ui/ForgotStep.tsx';

export const meta = () => [{ title: 'Reset your password · Cellardoor' }, { name: 'robots', content: 'noindex' }];

export default function ForgotPage() {
  return <ForgotStep params={useSearchParams()[0]} />;
}
