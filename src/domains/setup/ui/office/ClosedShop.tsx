/** What the first screen says while the shop is closed: how far the checklist is, or that it is closed at all. */
import { Link } from 'react-router';
import { SETUP_STEP_TEXT, setupMessages as text } from '#domains/setup/messages/office.ts';
import type { SetupStepName } from '#domains/setup/model/steps.ts';
import { OfficeIcon } from '#ui/office/OfficeIcon.tsx';
import { SetupProgress } from './SetupProgress.tsx';
import './setup.css';

export interface ClosedShopProps {
  /** Null if there is no checklist to continue. */
  readonly setup: { readonly done: number; readonly total: number; readonly next: SetupStepName | null } | null;
}

export function ClosedShop({ setup }: ClosedShopProps) {
  if (setup === null)
    return (
      <p className="notice notice-wait setup-closed">
        <OfficeIcon name="warning" />
        <span>
          {text.closedBanner}{' '}
          <Link className="link" to="/settings/opening/shop">
            {text.closedLink}
          </Link>
        </span>
      </p>
    );
  const { done, total, next } = setup;
  return (
    <section className="panel setup-card" aria-labelledby="setup-heading">
      <div className="setup-card-text">
        <h2 id="setup-heading">{text.title}</h2>
        <p className="text-muted small">{next === null ? text.summary : `${text.next}: ${SETUP_STEP_TEXT[next].title}`}</p>
        <SetupProgress done={done} total={total} />
      </div>
      <Link className="act act-primary" to="/setup">
        {text.continue}
      </Link>
    </section>
  );
}
