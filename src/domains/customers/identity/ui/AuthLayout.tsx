import type { ReactNode } from 'react';
import { safeTarget } from '#domains/outbound/analytics/ui/redact-url.ts';
import { track } from '#domains/outbound/analytics/ui/track.ts';
import { isEmail } from '#lib/email.ts';
import { hostedError, hostedNotice } from '../model/hosted-messages.ts';
import './AuthLayout.css';

export interface HostedFrameProps {
  readonly title: string;
  readonly lede?: ReactNode;
  /** Query parameters of the page. `error` and `notice` are message codes. */
  readonly params: URLSearchParams;
  readonly children?: ReactNode;
  /** Links to other pages. */
  readonly more?: ReactNode;
}

/** Layout of the hosted pages. Shows errors of the whole form above it; fields show their own. */
export function AuthLayout({ title, lede, params, children, more }: HostedFrameProps) {
  const error = hostedError(params.get('error'));
  const notice = hostedNotice(params.get('notice'));
  return (
    <div className="container">
      <div className="narrow-page">
        <h1 className="heading-3">{title}</h1>
        {lede && <p className="text-muted">{lede}</p>}
        {error?.field === null && (
          <p className="auth-note alert" role="alert" id="form-error">
            {error.message}
          </p>
        )}
        {notice && <p className="auth-note">{notice}</p>}
        {children}
        {more && <div className="auth-more">{more}</div>}
      </div>
    </div>
  );
}

/** A form that works without JavaScript and carries the return target. */
export function HostedForm({ action, params, children }: { action: string; params: URLSearchParams; children: ReactNode }) {
  const returnTo = params.get('returnTo');
  return (
    <form
      className="narrow-form"
      method="post"
      action={action}
      onSubmit={() => track('Form Submitted', { form_id: action, return_to: returnTo === null ? undefined : safeTarget(returnTo) })}
    >
      {returnTo && <input type="hidden" name="returnTo" value={returnTo} />}
      {children}
    </form>
  );
}

/** `/auth/join?returnTo=…&email=…`: another hosted page with the same return target. */
export function authPageUrl(path: string, params: URLSearchParams, email: string | null = params.get('email')): string {
  const kept = new URLSearchParams();
  const returnTo = params.get('returnTo');
  if (returnTo) kept.set('returnTo', returnTo);
  if (email) kept.set('email', email);
  return kept.size === 0 ? path : `${path}?${kept}`;
}

/** Returns the email in the page's URL, or null. Rejects other text, so that nobody can inject a sentence. */
export function shownEmail(params: URLSearchParams): string | null {
  const email = params.get('email');
  return email !== null && isEmail(email) ? email : null;
}
