import type { Choice } from '../consent.ts';
import { noticeText } from '../notice-text.ts';
import './consent.css';

export interface ConsentNoticeProps {
  readonly choice: Choice;
  readonly isOn: boolean;
  /** Services that receive what is collected. */
  readonly sharedWith: readonly string[];
  readonly onChoose: (choice: 'yes' | 'no') => void;
}

/** Asks, or says what was chosen. It stands below the page's footer and covers nothing (DECISIONS.md). */
export function ConsentNotice({ choice, isOn, sharedWith, onChoose }: ConsentNoticeProps) {
  return (
    <aside className="consent" aria-label="Analytics notice">
      <div className="wrap">
        <p className="small">
          {noticeText({ isOn, choice, sharedWith })}{' '}
          <a className="link" href="/privacy">
            Privacy
          </a>
        </p>
        {!isOn && (
          <button type="button" className="btn btn-line" onClick={() => onChoose('yes')}>
            Allow analytics
          </button>
        )}
        {(isOn || choice === null) && (
          <button type="button" className="btn btn-line" onClick={() => onChoose('no')}>
            {isOn ? 'Turn off analytics' : 'No thanks'}
          </button>
        )}
      </div>
    </aside>
  );
}
