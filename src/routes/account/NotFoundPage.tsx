import { Link } from 'react-router';

/** Below /account, where there is no page. */
export default function NotFoundPage() {
  return (
    <>
      <h1 className="d38">There is no such page</h1>
      <p>
        <Link className="link link-lone" to="/account">
          To your account
        </Link>
      </p>
    </>
  );
}
