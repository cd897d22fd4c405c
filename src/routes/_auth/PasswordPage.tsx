import { useSearchParams } from 'react-router';
import { PasswordStep } from '#domains/customers/identity/ui/PasswordStep.tsx';

export const meta = () => [{ title: 'Sign in · Cellardoor' }, { name: 'robots', content: 'noindex' }];

export default function PasswordPage() {
  return <PasswordStep params={useSearchParams()[0]} />;
}
