import { data, Link, useRevalidator, useSearchParams } from 'react-router';
import { mailboxContract } from '#domains/outbound/dev-mailbox/contract.ts';
import { client } from '#lib/client.ts';
import { pageContext } from '../page-context.ts';
import type { Route } from './+types/MailboxPage.ts';
import './MailboxPage.css';
import { titleMeta } from '#routes/_layout/page-title.ts';
import type { PageHandle } from '../page-handle.ts';
import { mailboxMessages as m } from './messages.ts';

export const handle = { cache: 'personal', robots: 'noindex' } satisfies PageHandle;

export async function loader({ context }: Route.LoaderArgs) {
  const read = await client(mailboxContract, context.get(pageContext).transport).read({});
  if (!read.ok) throw data(null, { status: 404 });
  // Fixed precision and time zone, so that server and browser render the same text.
  return read.value.data.map((mail) => ({ ...mail, sentAt: `${mail.sentAt.slice(0, 19).replace('T', ' ')} UTC` }));
}

export const meta = titleMeta(m.title);

/** Rewrites picture URLs of an email to this site, because this page may load no others. */
const withLocalPictures = (html: string): string => html.replaceAll(/ src="https?:\/\/[^/"]+(?=\/pictures\/)/g, ' src="');

/** Renders text with its URLs as links. */
function Linked({ text }: { text: string }) {
  return text.split(/(https?:\/\/\S+)/).map((part, index) =>
    index % 2 === 1 ? (
      <a key={part} className="link" href={part}>
        {part}
      </a>
    ) : (
      part
    ),
  );
}

/** Emails that were sent without a mail server: newest first, the selected one as HTML and as plain text. */
export default function MailboxPage({ loaderData: mails }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator();
  const [params] = useSearchParams();
  const displayed = mails.find(({ id }) => String(id) === params.get('mail')) ?? mails[0];
  return (
    <div className="container mailbox">
      <div className="row">
        <h1 className="heading-3">{m.title}</h1>
        <button type="button" className="button button-outline" aria-busy={state === 'loading'} onClick={() => void revalidate()}>
          {m.reload}
        </button>
      </div>
      {!displayed && <p className="text-muted">{m.empty}</p>}
      {displayed && (
        <div className="mailbox-grid">
          <ol>
            {mails.map((mail) => (
              <li key={mail.id}>
                <Link to={`?mail=${mail.id}`} preventScrollReset aria-current={mail === displayed ? 'true' : undefined}>
                  <b>{mail.subject}</b>
                  <span className="small text-muted">{mail.to}</span>
                  <span className="small text-muted num">{mail.sentAt}</span>
                </Link>
              </li>
            ))}
          </ol>
          <article>
            <h2 className="heading-4">{displayed.subject}</h2>
            <p className="text-muted">{m.sentTo(displayed.to, displayed.sentAt)}</p>
            {/* Sandboxed in a separate origin. This page's policy blocks its scripts, and only accessibility checks may read
                it. */}
            <iframe title={m.frame} sandbox="allow-scripts" srcDoc={withLocalPictures(displayed.html)} />
            <h2 className="heading-5">{m.plainText}</h2>
            <pre>
              <Linked text={displayed.text} />
            </pre>
          </article>
        </div>
      )}
    </div>
  );
}
