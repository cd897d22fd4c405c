/** Layout of all emails. Styles are attributes, because email clients support nothing else reliably. */
import type { ReactNode } from 'react';

export interface EmailLayoutProps {
  readonly shopName: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  /** Content between paragraphs and button. */
  readonly children?: ReactNode;
  readonly action: { readonly label: string; readonly url: string } | null;
  readonly also?: { readonly label: string; readonly url: string } | undefined;
  /** Small text at the end. */
  readonly footer: readonly string[];
  /** Link below the footer. */
  readonly footerLink?: { readonly label: string; readonly url: string } | undefined;
}

export const EmailLayout = ({ shopName, title, paragraphs, children, action, also, footer, footerLink }: EmailLayoutProps) => (
  <html lang="en">
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width" />
      {/* Colours in attributes have no dark variants. Without this, email clients in dark mode change them. */}
      <meta name="color-scheme" content="light" />
      <meta name="supported-color-schemes" content="light" />
      <title>{title}</title>
    </head>
    <body style={{ margin: 0, background: '#fbfaf5', color: '#171c14', font: '16px/1.5 Arial, sans-serif' }}>
      <div style={{ maxWidth: '560px', margin: '0 auto', padding: '32px 20px' }}>
        <p style={{ font: '22px Georgia, serif', margin: '0 0 24px' }}>{shopName}</p>
        <h1 style={{ font: '28px/1.2 Georgia, serif', margin: '0 0 12px' }}>{title}</h1>
        {paragraphs.map((paragraph) => (
          // Keeps the line breaks of text that a person wrote.
          <p key={paragraph} style={{ whiteSpace: 'pre-line' }}>
            {paragraph}
          </p>
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
        <div style={{ color: '#5a5f52', fontSize: '14px', borderTop: '1px solid #e5e3da', marginTop: '32px', paddingTop: '16px' }}>
          {footer.map((text) => (
            <p key={text} style={{ margin: '0 0 4px' }}>
              {text}
            </p>
          ))}
          {footerLink && (
            <p style={{ margin: '12px 0 0' }}>
              <a href={footerLink.url} style={{ color: '#3c5a00' }}>
                {footerLink.label}
              </a>
            </p>
          )}
        </div>
      </div>
    </body>
  </html>
);
