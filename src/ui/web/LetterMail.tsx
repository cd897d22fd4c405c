/** A letter as mail. */
import type { Letter } from '../letter.ts';
import { MailFrame } from './MailFrame.tsx';

export const LetterMail = ({ subject, paragraphs, action, code, closing }: Letter) => (
  <MailFrame title={subject} paragraphs={paragraphs} action={action} footer={[closing]}>
    {code !== null && <p style={{ font: '32px/1.2 monospace', letterSpacing: '6px', margin: '24px 0' }}>{code}</p>}
  </MailFrame>
);
