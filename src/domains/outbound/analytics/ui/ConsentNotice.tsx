import { analyticsMessages, noticeText } from '../messages.ts';
import type { Choice } from '../model/consent.ts';

export interface ConsentNoticeProps {
  readonly choice: Choice;
  readonly isEnabled: boolean;
  /** Services that receive the data. */
  readonly sharedWith: readonly string[];
  readonly onChoose: (choice: 'yes' | 'no') => void;
}

/** Asks for consent, or states the choice. It is below the page's footer and covers no control [NAME-26]. */
export function ConsentNotice({ choice, isEnabled, sharedWith, onChoose }: ConsentNoticeProps) {
  return (
    <aside className="consent" aria-label={analyticsMessages.notice}>
      <div className="container">
        <p className="small">
          {noticeText({ isEnabled, choice, sharedWith })}{' '}
          <a className="link" href="/privacy">
            {analyticsMessages.privacy}
          </a>
        </p>
        {!isEnabled && (
          <button type="button" className="button button-outline" onClick={() => onChoose('yes')}>
            {analyticsMessages.allow}
          </button>
        )}
        {(isEnabled || choice === null) && (
          <button type="button" className="button button-outline" onClick={() => onChoose('no')}>
            {isEnabled ? analyticsMessages.turnOff : analyticsMessages.decline}
          </button>
        )}
      </div>
    </aside>
  );
}
