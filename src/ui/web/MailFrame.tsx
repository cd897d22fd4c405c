/** What every mail stands in: styles in attributes, because that is what mail programs understand. */
import type { ReactNode } from 'react';

export interface MailFrameProps {
  readonly title: string;
  readonly paragraphs: readonly string[];
  /** What stands between the paragraphs and the button. */
  readonly children?: ReactNode;
  readonly action: { readonly label: string; readonly url: string } | null;
  readonly also?: { readonly label: string; readonly url: string } | undefined;
  readonly closing: string;
}

export const MailFrame = ({ title, paragraphs, children, action, also, closing }: MailFrameProps) => (
  <html lang="en">
    <head>
      <meta name="viewport" content="width=device-width" />
      <title>{title}</title>
    </head>
    <body style={{ margin: 0, background: '#fbfaf5', color: '#171c14', font: '16px/1.5 Arial, sans-serif' }}>
      <div style={{ maxWidth: '560px', margin: '0 auto', padding: '32px 20px' }}>
        <p style={{ font: '22px Georgia, serif', margin: '0 0 24px' }}>Cellardoor</p>
        <h1 style={{ font: '28px/1.2 Georgia, serif', margin: '0 0 12px' }}>{title}</h1>
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        {children}
        {action !== null && (
          <p style={{ margin: '24px 0' }}>
            <a
              href={action.url}
              style={{
                display: 'inline-block',
                background: '#77b204',
                color: '#171c14',
                padding: '14px 22px',
                borderRadius: '4px',
                textDecoration: 'none',
              }}
            >
              {action.label}
            </a>
          </p>
        )}
        {also && (
          <p>
            <a href={also.url} style={{ color: '#3c5a00' }}>
              {also.label}
            </a>
          </p>
        )}
        <p style={{ color: '#5a5f52', fontSize: '14px' }}>{closing}</p>
      </div>
    </body>
  </html>
);
