import { useNavigation } from 'react-router';

/** A line along the top while the next page is fetched; it shows only when that takes noticeably long. */
export function ProgressLine() {
  const { state } = useNavigation();
  return state === 'loading' ? <div className="progress-line" aria-hidden="true" /> : null;
}
