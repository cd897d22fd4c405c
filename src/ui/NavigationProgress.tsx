import { useNavigation } from 'react-router';

/** Progress bar at the top while the next page loads. Appears only if loading is slow. */
export function ProgressLine() {
  const { state } = useNavigation();
  return state === 'loading' ? <div className="progress-line" aria-hidden="true" /> : null;
}
