import { useSearchParams } from 'react-router';
import { hostedPageTitles } from '#domains/customers/identity/messages/hosted.ts';
import { PasswordStep } from '#domains/customers/identity/ui/PasswordStep.tsx';
import { titleMeta } from '#routes/_layout/page-title.ts';
import type { PageHandle } from '../page-handle.ts';

export const handle = { cache: 'personal', robots: 'noindex' } satisfies PageHandle;

export const meta = titleMeta(hostedPageTitles.login);

export default function PasswordPage() {
  return <PasswordStep params={useSearchParams()[0]} />;
}
