import { lazy, Suspense } from 'react';
import { signInMessages } from '#domains/staff/messages/office.ts';
import { Button } from '#ui/office/Button.tsx';
import { CodeForm } from './CodeForm.tsx';

/** The sign-in is part of every screen, for sessions that end; the encoder is loaded when somebody sets up an authenticator. */
const QrCode = lazy(() => import('./QrCode.tsx'));

export interface TotpSetUpProps {
  readonly setUp: { readonly secret: string; readonly uri: string };
  readonly onBack: () => void;
  readonly onCode: (code: string) => Promise<string | null>;
}

/** Shows the secret of an authenticator and takes its first code. */
export function TotpSetUp({ setUp, onBack, onCode }: TotpSetUpProps) {
  return (
    <div className="stack">
      <h2>{signInMessages.scan}</h2>
      <div className="qr-row">
        <Suspense fallback={<span className="qr" />}>
          <QrCode text={setUp.uri} />
        </Suspense>
        <p className="small text-muted">
          {signInMessages.secret}
          <code className="secret">{setUp.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        </p>
      </div>
      <CodeForm kind="totp" label={signInMessages.firstCode} onCode={onCode} />
      <div className="act-row">
        <Button tone="quiet" icon="left" onPress={onBack}>
          {signInMessages.back}
        </Button>
      </div>
    </div>
  );
}
