/** The top of a screen: where it belongs, its title and state, and its actions, the primary one last. */
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { officeMessages } from './messages.ts';
import { OfficeIcon } from './OfficeIcon.tsx';

export interface PageHeaderProps {
  readonly title: string;
  /** The list that the record belongs to. */
  readonly parent?: { readonly label: string; readonly to: string };
  /** Badges beside the title. */
  readonly badges?: ReactNode;
  /** A line below the title. */
  readonly summary?: ReactNode;
  /** Link to the entries of the activity log about the record. Renders nothing for people who may not read it. */
  readonly log?: ReactNode;
  readonly actions?: ReactNode;
  /** True if the actions save a long form: phones show them at the bottom, wherever one is in it. */
  readonly isEditor?: boolean;
  /** Paths of the neighbours in the list. Null at its ends. */
  readonly neighbours?: { readonly previous: string | null; readonly next: string | null };
}

/** Sets the document's title while a screen is open. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${officeMessages.office}`;
  }, [title]);
}

function Neighbour({ to, label, icon }: { readonly to: string | null; readonly label: string; readonly icon: 'up' | 'down' }) {
  return to === null ? (
    <span className="act-icon is-off" aria-hidden="true">
      <OfficeIcon name={icon} />
    </span>
  ) : (
    <Link className="act-icon" to={to} aria-label={label} title={label}>
      <OfficeIcon name={icon} />
    </Link>
  );
}

export function PageHeader({ title, parent, badges, summary, log, actions, isEditor = false, neighbours }: PageHeaderProps) {
  useTitle(title);
  return (
    <header className={isEditor ? 'page-head is-editor' : 'page-head'}>
      <div className="page-title">
        {parent && (
          <Link className="act-icon" to={parent.to} aria-label={officeMessages.back(parent.label)}>
            <OfficeIcon name="left" />
          </Link>
        )}
        <h1>{title}</h1>
        {badges && <div className="act-row">{badges}</div>}
      </div>
      {(actions || neighbours) && (
        <div className="act-row page-actions">
          {actions}
          {neighbours && (
            <span className="page-neighbours">
              <Neighbour to={neighbours.previous} label={officeMessages.previous} icon="up" />
              <Neighbour to={neighbours.next} label={officeMessages.next} icon="down" />
            </span>
          )}
        </div>
      )}
      {(summary || log) && (
        <p className="page-summary">
          {summary && <span>{summary}</span>}
          {log}
        </p>
      )}
    </header>
  );
}
