/** How many steps are done, as a bar with words. */
import { setupMessages as text } from '#domains/setup/messages/office.ts';
import './setup.css';

export function SetupProgress({ done, total }: { readonly done: number; readonly total: number }) {
  return (
    <div className="setup-progress">
      <progress className="setup-bar" value={done} max={total} aria-label={text.progress(done, total)} />
      <span className="text-muted small">{text.progress(done, total)}</span>
    </div>
  );
}
