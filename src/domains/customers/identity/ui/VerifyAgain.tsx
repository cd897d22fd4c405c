import { HostedForm } from './AuthLayout.tsx';

/** For a mail that did not come: the same link once more, to the address that was given. */
export function VerifyAgain({ params }: { params: URLSearchParams }) {
  return (
    <div>
      <p className="quiet">Nothing came? Look among the unwanted mail first.</p>
      <HostedForm action="/auth/verify-email/again" params={params}>
        <input type="hidden" name="email" value={params.get('email') ?? ''} />
        <button type="submit" className="btn btn-line">
          Send the verification again
        </button>
      </HostedForm>
    </div>
  );
}
