import { CONSENT_WORDING } from '#domains/customers/consent/model/marketing.ts';
import { pushMessages } from '../messages.ts';
import { formatNotificationLimits, type NotificationLimits } from '../model/format-notification-limits.ts';

interface PushSentenceProps {
  readonly isEnabled: boolean;
  readonly isSubmitting: boolean;
  readonly limits: NotificationLimits | null;
  readonly failure?: string | null;
  readonly onPress: () => void;
}

/** Shows whether notifications are on, with the button that changes it. */
export function PushSentence({ isEnabled, isSubmitting, limits, failure = null, onPress }: PushSentenceProps) {
  return (
    <p id="notifications">
      {isEnabled ? pushMessages.enabled : CONSENT_WORDING.push} {limits && `${formatNotificationLimits(limits)} `}
      <button type="button" className="link" disabled={isSubmitting} onClick={onPress}>
        {isEnabled ? pushMessages.turnOff : pushMessages.turnOn}
      </button>
      <span role="status">{failure !== null && ` ${failure}`}</span>
    </p>
  );
}
