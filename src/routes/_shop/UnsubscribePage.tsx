import { Link, useSearchParams } from 'react-router';
import { consentContract } from '#domains/customers/consent/contract.ts';
import { client } from '#lib/client.ts';
import { pageContext } from '../_layout/page-context.ts';
import type { Route } from './+types/UnsubscribePage.ts';

/** Loads the subscription that the link is for. Null if the link is invalid. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const token = (new URL(request.url).searchParams.get('token') ?? '').slice(0, 200);
  const answer = await client(consentContract, context.get(pageContext).transport).unsubscribeLink({ token });
  return { link: answer.ok ? answer.value.data : null };
}

export const meta = () => [
  { title: 'Unsubscribe · Cellardoor' },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
];

const BY = { email: 'email', sms: 'text message' } as const;

/** Unsubscribes with a button. Opening the link changes nothing. Works without JavaScript and without sign-in. */
export default function UnsubscribePage({ loaderData: { link } }: Route.ComponentProps) {
  const token = useSearchParams()[0].get('token') ?? '';
  return (
    <div className="container">
      <div className="narrow-page">
        {link === null && (
          <>
            <h1 className="heading-3">This unsubscribe link isn’t valid</h1>
            <p className="text-muted">
              Use the link in your latest email from us, or sign in and change your choice under{' '}
              <Link className="link" to="/account/privacy">
                Privacy
              </Link>
              .
            </p>
          </>
        )}
        {link?.isSubscribed === true && (
          <>
            <h1 className="heading-3">Unsubscribe</h1>
            <p className="text-muted">
              {`We’ll stop sending you news and offers by ${BY[link.channel]}, birthday gifts included. We’ll still write about your orders and your account.`}
            </p>
            <form className="narrow-form" method="post" action={`/unsubscribe?token=${encodeURIComponent(token)}`}>
              <input type="hidden" name="confirm" value="yes" />
              <button type="submit" className="button button-primary button-tall">
                Unsubscribe
              </button>
            </form>
          </>
        )}
        {link?.isSubscribed === false && (
          <>
            <h1 className="heading-3">You’re unsubscribed</h1>
            <p className="text-muted">
              {`We won’t send you news and offers by ${BY[link.channel]}. You can turn them on again under `}
              <Link className="link" to="/account/privacy">
                Privacy
              </Link>{' '}
              in your account.
            </p>
          </>
        )}
      </div>
    </div>
  );
}
