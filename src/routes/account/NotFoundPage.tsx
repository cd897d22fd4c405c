import { Link } from 'react-router';

/** 404 page below /account. */
export default function NotFoundPage() {
  return (
    <>
      <h1 className="heading-3">Page not found</h1>
      <p>
        <Link className="link link-lone" to="/account">
          Go to your account
        </Link>
      </p>
    </>
  );
}
