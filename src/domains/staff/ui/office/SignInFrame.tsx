/** The frame of the pages before the sign-in. */
import type { ReactNode } from 'react';
import { officeMessages } from '#ui/office/messages.ts';
import { useTitle } from '#ui/office/PageHeader.tsx';
import { readShopName } from '#ui/office/shop-name.ts';
import { Toasts } from '#ui/office/Toasts.tsx';
import './sign-in.css';

export function SignInFrame({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  useTitle(title);
  return (
    <div className="sign-in">
      <main className="sign-in-card" id="main" tabIndex={-1}>
        <p className="sign-in-brand">
          <svg viewBox="0 0 19 28" aria-hidden="true">
            <path d="M.75 27.25V9.5a8.75 8.75 0 0 1 17.5 0v17.75" fill="none" stroke="currentColor" strokeWidth="1.5" />
            <path d="M9.5 2.5a7 7 0 0 1 7 7v17.75h-7Z" fill="var(--accent)" />
            <path d="M9.5 2.5C5.5 3 3 5.5 3 9.5V28l6.5-1.8Z" fill="currentColor" />
          </svg>
          {readShopName()}
          <span className="text-muted">{officeMessages.office}</span>
        </p>
        <h1>{title}</h1>
        {children}
      </main>
      <Toasts />
    </div>
  );
}
