import type { Choice } from '../model/consent.ts';
import { noticeText } from '../model/notice-text.ts';
import './consent.css';

export interface ConsentNoticeProps {
  readonly choice: Choice;
  readonly isOn: boolean;
  /** Services that receive what is collected. */
  readonly sharedWith: readonly string[];
  readonly onChoose: (choice: 'yes' | 'no') => void;
}

/** Asks, or says what was chosen. It stands below the page's footer and covers nothing (DECISIONS.md). */
export function ConsentNotice({ choice, isOn: isEnabled, sharedWith, onChoose }: ConsentNoticeProps) {
  return (
    <aside className="consent" aria-label="Analytics notice">
      <div className="wrap">
        <p className="small">
          {noticeText({ isOn: isEnabled, choice, sharedWith })}{' '}
          <a className="link" href="/privacy">
            Privacy
          </a>
        </p>
        {!isEnabled && (
          <button type="button" className="btn btn-line" onClick={() => onChoose('yes')}>
            Allow analytics
          </button>
        )}
        {(isEnabled || choice === null) && (
          <button type="button" className="btn btn-line" onClick={() => onChoose('no')}>
            {isEnabled ? 'Turn off analytics' : 'No thanks'}
          </button>
        )}
      </div>
    </aside>
  );
}
