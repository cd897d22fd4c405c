import type { ReactNode } from 'react';
import { safeTarget } from '#domains/outbound/analytics/ui/redact-url.ts';
import { track } from '#domains/outbound/analytics/ui/track.ts';
import { isEmail } from '#lib/email.ts';
import { hostedError, hostedNotice } from '../model/hosted-messages.ts';
import './hosted.css';

export interface HostedFrameProps {
  readonly title: string;
  readonly lede?: ReactNode;
  /** Parameters of the address; `error` and `notice` are codes of sentences. */
  readonly params: URLSearchParams;
  readonly children?: ReactNode;
  /** Other ways on. */
  readonly more?: ReactNode;
}

/** The column that every hosted page stands in. What went wrong with the whole form is said above it, with a field beside that. */
export function AuthLayout({ title, lede, params, children, more }: HostedFrameProps) {
  const error = hostedError(params.get('error'));
  const notice = hostedNotice(params.get('notice'));
  return (
    <div className="wrap">
      <div className="id-page">
        <h1 className="d38">{title}</h1>
        {lede && <p className="quiet">{lede}</p>}
        {error?.field === null && (
          <p className="id-note alert" role="alert" id="id-error">
            {error.message}
          </p>
        )}
        {notice && <p className="id-note">{notice}</p>}
        {children}
        {more && <div className="id-more">{more}</div>}
      </div>
    </div>
  );
}

/** A plain form that works without JavaScript; it carries where the shopper came from. */
export function HostedForm({ action, params, children }: { action: string; params: URLSearchParams; children: ReactNode }) {
  const returnTo = params.get('returnTo');
  return (
    <form
      className="id-form"
      method="post"
      action={action}
      onSubmit={() => track('Form Submitted', { form_id: action, return_to: returnTo === null ? undefined : safeTarget(returnTo) })}
    >
      {returnTo && <input type="hidden" name="returnTo" value={returnTo} />}
      {children}
    </form>
  );
}

/** `/auth/join?returnTo=…&email=…`: another hosted page with the same way back. */
export function authPageUrl(path: string, params: URLSearchParams, email: string | null = params.get('email')): string {
  const kept = new URLSearchParams();
  const returnTo = params.get('returnTo');
  if (returnTo) kept.set('returnTo', returnTo);
  if (email) kept.set('email', email);
  return kept.size === 0 ? path : `${path}?${kept}`;
}

/** The email in the page's address, null where there is none. Nothing but an email is shown, so nobody can put a sentence there. */
export function shownEmail(params: URLSearchParams): string | null {
  const email = params.get('email');
  return email !== null && isEmail(email) ? email : null;
}
