import { PaymentReturn } from '../../../checkout/web/PaymentReturn.tsx';
import type { Route } from './+types/PaymentReturnPage.ts';

export const meta: Route.MetaFunction = () => [{ title: 'Confirming your payment · Cellardoor' }, { name: 'robots', content: 'noindex' }];

export default function PaymentReturnPage({ params }: Route.ComponentProps) {
  return <PaymentReturn token={params.token} />;
}
