import { Link, useSearchParams } from 'react-router';
import { consentContract } from '#domains/customers/consent/contract.ts';
import { client } from '#lib/client.ts';
import { titleMeta } from '#routes/_layout/page-title.ts';
import { fillMessage } from '#ui/fill-message.tsx';
import { pageContext } from '../page-context.ts';
import type { PageHandle } from '../page-handle.ts';
import type { Route } from './+types/UnsubscribePage.ts';
import { unsubscribeMessages as m } from './messages.ts';

export const handle = { cache: 'personal', robots: 'noindex' } satisfies PageHandle;

/** Loads the subscription that the link is for. Null if the link is invalid. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const token = (new URL(request.url).searchParams.get('token') ?? '').slice(0, 200);
  const result = await client(consentContract, context.get(pageContext).transport).unsubscribeLink({ token });
  return { link: result.ok ? result.value.data : null };
}

export const meta = titleMeta(m.title, [{ name: 'referrer', content: 'no-referrer' }]);

const PRIVACY = (
  <Link className="link" to="/account/privacy">
    {m.privacy}
  </Link>
);

/** Unsubscribes with a button. Opening the link changes nothing. Works without JavaScript and without sign-in. */
export default function UnsubscribePage({ loaderData: { link } }: Route.ComponentProps) {
  const token = useSearchParams()[0].get('token') ?? '';
  return (
    <div className="container">
      <div className="narrow-page">
        {link === null && (
          <>
            <h1 className="heading-3">{m.invalidTitle}</h1>
            <p className="text-muted">{fillMessage(m.invalid, { privacy: PRIVACY })}</p>
          </>
        )}
        {link?.isSubscribed === true && (
          <>
            <h1 className="heading-3">{m.title}</h1>
            <p className="text-muted">{m.explanation(m.channels[link.channel])}</p>
            <form className="narrow-form" method="post" action={`/unsubscribe?token=${encodeURIComponent(token)}`}>
              <input type="hidden" name="confirm" value="yes" />
              <button type="submit" className="button button-primary button-tall">
                {m.unsubscribe}
              </button>
            </form>
          </>
        )}
        {link?.isSubscribed === false && (
          <>
            <h1 className="heading-3">{m.doneTitle}</h1>
            <p className="text-muted">{fillMessage(m.done(m.channels[link.channel]), { privacy: PRIVACY })}</p>
          </>
        )}
      </div>
    </div>
  );
}
