import { data } from 'react-router';

/** Whatever no other page answers: the frame shows its not-found page (root.tsx). */
export function loader() {
  throw data(null, { status: 404 });
}

export default function NotFoundPage() {
  return null;
}
