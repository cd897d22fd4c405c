/** A letter as mail. */
import { type Letter, UNSUBSCRIBE } from '../letter.ts';
import { MailFrame } from './MailFrame.tsx';

export const LetterMail = ({ subject, paragraphs, action, also, code, closing, marketing }: Letter) => (
  <MailFrame
    title={subject}
    paragraphs={paragraphs}
    action={action}
    also={also}
    footer={[closing, 'Cellardoor', ...(marketing ? [marketing.reason, ...marketing.sender] : [])]}
    footerLink={marketing && { label: UNSUBSCRIBE, url: marketing.unsubscribeUrl }}
  >
    {code !== null && <p style={{ font: 'bold 24px/1.2 monospace', letterSpacing: '2px', margin: '24px 0' }}>{code}</p>}
  </MailFrame>
);
