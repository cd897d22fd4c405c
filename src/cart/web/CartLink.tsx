import { Link } from 'react-router';

export function CartLink() {
  return (
    <Link className="cartlink" to="/cart">
      Cart
    </Link>
  );
}
