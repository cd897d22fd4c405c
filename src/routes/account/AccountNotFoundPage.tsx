import { Link } from 'react-router';
import { accountMessages as m } from '#domains/customers/account/messages.ts';

/** 404 page below /account. */
export default function AccountNotFoundPage() {
  return (
    <>
      <h1 className="heading-3">{m.notFound}</h1>
      <p>
        <Link className="link link-lone" to="/account">
          {m.goToAccount}
        </Link>
      </p>
    </>
  );
}
