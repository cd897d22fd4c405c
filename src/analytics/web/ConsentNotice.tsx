import type { Choice } from '../consent.ts';
import './consent.css';

export interface ConsentNoticeProps {
  readonly choice: Choice;
  readonly isOn: boolean;
  readonly onChoose: (choice: 'yes' | 'no') => void;
}

/** Asks, or says what was chosen. It stands below the page's footer and covers nothing (DECISIONS.md). */
export function ConsentNotice({ choice, isOn, onChoose }: ConsentNoticeProps) {
  const words = isOn
    ? 'We count visits, so that we know what to make better.'
    : choice === null
      ? 'May we count your visits, so that we know what to make better?'
      : 'Your visits are not counted.';
  return (
    <aside className="consent" aria-label="Counting visits">
      <div className="wrap">
        <p className="small">{words}</p>
        {!isOn && (
          <button type="button" className="btn btn-line" onClick={() => onChoose('yes')}>
            Count my visits
          </button>
        )}
        {(isOn || choice === null) && (
          <button type="button" className="btn btn-line" onClick={() => onChoose('no')}>
            Do not count my visits
          </button>
        )}
      </div>
    </aside>
  );
}
