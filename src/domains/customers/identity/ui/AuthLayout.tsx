import type { ReactNode } from 'react';
import { safeTarget } from '#domains/outbound/analytics/ui/redact-url.ts';
import { track } from '#domains/outbound/analytics/ui/track.ts';
import { isEmail } from '#lib/email.ts';
import { fillMessage } from '#ui/fill-message.tsx';
import { hostedError, hostedNotice, hostedMessages as m } from '../messages/hosted.ts';
import './AuthLayout.css';

export interface AuthLayoutProps {
  readonly title: string;
  readonly intro?: ReactNode;
  /** Query parameters of the page. `error` and `notice` are message codes. */
  readonly params: URLSearchParams;
  readonly children?: ReactNode;
  /** Links to other pages. */
  readonly more?: ReactNode;
}

/** Layout of the hosted pages. Shows errors of the whole form above it; fields show their own. */
export function AuthLayout({ title, intro, params, children, more }: AuthLayoutProps) {
  const error = hostedError(params.get('error'));
  const notice = hostedNotice(params.get('notice'));
  return (
    <div className="container">
      <div className="narrow-page">
        <h1 className="heading-3">{title}</h1>
        {intro && <p className="text-muted">{intro}</p>}
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

interface HostedFormProps {
  readonly action: string;
  readonly params: URLSearchParams;
  /** Label of the main button below the fields. */
  readonly submit?: string;
  readonly children?: ReactNode;
}

/** A form that works without JavaScript and carries the return target. */
export function HostedForm({ action, params, submit, children }: HostedFormProps) {
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
      {submit && (
        <button type="submit" className="button button-primary button-tall">
          {submit}
        </button>
      )}
    </form>
  );
}

/** `/auth/join?returnTo=…&email=…`: another hosted page with the same return target. */
export function authPageUrl(path: string, params: URLSearchParams, email: string | null = params.get('email')): string {
  const query = new URLSearchParams();
  const returnTo = params.get('returnTo');
  if (returnTo) query.set('returnTo', returnTo);
  if (email) query.set('email', email);
  return query.size === 0 ? path : `${path}?${query}`;
}

/** Returns the email in the page's URL, or null. Rejects other text, so that nobody can inject a sentence. */
export function displayedEmail(params: URLSearchParams): string | null {
  const email = params.get('email');
  return email !== null && isEmail(email) ? email : null;
}

export interface Provider {
  readonly id: string;
  readonly label: string;
}

/** Links to social sign-in. Not forms, because they lead to another site. */
export function SocialLinks({ providers, params }: { providers: readonly Provider[]; params: URLSearchParams }) {
  return providers.map(({ id, label }) => (
    <a key={id} className="button button-outline" href={authPageUrl(`/auth/login/social/${id}`, params)}>
      {m.continueWith(label)}
    </a>
  ));
}

/** Link to the page that creates an account. */
export const JoinLink = ({ params }: { params: URLSearchParams }) => (
  <p>
    {fillMessage(m.newHere, {
      join: (
        <a className="link" href={authPageUrl('/auth/join', params)}>
          {m.join}
        </a>
      ),
    })}
  </p>
);
