/** Renders the content of an email. */
import { type EmailContent, UNSUBSCRIBE } from '#lib/email-content.ts';
import { SHOP_NAME } from '#lib/shop-identity.ts';
import { EmailLayout } from './EmailLayout.tsx';

export const EmailTemplate = ({ shopName = SHOP_NAME, subject, paragraphs, action, also, code, closing, marketing }: EmailContent) => (
  <EmailLayout
    shopName={shopName}
    title={subject}
    paragraphs={paragraphs}
    action={action}
    also={also}
    footer={[closing, shopName, ...(marketing ? [marketing.reason, ...marketing.sender] : [])]}
    footerLink={marketing && { label: UNSUBSCRIBE, url: marketing.unsubscribeUrl }}
  >
    {code !== null && <p style={{ font: 'bold 24px/1.2 monospace', letterSpacing: '2px', margin: '24px 0' }}>{code}</p>}
  </EmailLayout>
);
