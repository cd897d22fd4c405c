import { useSearchParams } from 'react-router';
import { hostedPageTitles } from '#domains/customers/identity/messages/hosted.ts';
import { ForgotStep } from '#domains/customers/identity/ui/ForgotStep.tsx';
import { titleMeta } from '#routes/_layout/page-title.ts';
import type { PageHandle } from '../page-handle.ts';

export const handle = { cache: 'personal', robots: 'noindex' } satisfies PageHandle;

export const meta = titleMeta(hostedPageTitles.forgot);

export default function ForgotPage() {
  return <ForgotStep params={useSearchParams()[0]} />;
}
