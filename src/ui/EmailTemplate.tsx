/** Renders the content of an email. */
import { type EmailContent, UNSUBSCRIBE } from '#lib/email-content.ts';
import { EmailLayout } from './EmailLayout.tsx';

export const EmailTemplate = ({ subject, paragraphs, action, also, code, closing, marketing }: EmailContent) => (
  <EmailLayout
    title={subject}
    paragraphs={paragraphs}
    action={action}
    also={also}
    footer={[closing, 'Cellardoor', ...(marketing ? [marketing.reason, ...marketing.sender] : [])]}
    footerLink={marketing && { label: UNSUBSCRIBE, url: marketing.unsubscribeUrl }}
  >
    {code !== null && <p style={{ font: 'bold 24px/1.2 monospace', letterSpacing: '2px', margin: '24px 0' }}>{code}</p>}
  </EmailLayout>
);
