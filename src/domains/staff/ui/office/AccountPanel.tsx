import { type ReactNode, useId } from 'react';

export interface AccountPanelProps {
  readonly title: string;
  readonly action?: ReactNode;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** A titled part of the account page. */
export function AccountPanel({ title, action, isWide = false, children }: AccountPanelProps) {
  const id = useId();
  return (
    <section className={isWide ? 'panel is-wide' : 'panel'} aria-labelledby={id}>
      <div className="panel-head">
        <h2 id={id}>{title}</h2>
        {action}
      </div>
      <div className="panel-body stack">{children}</div>
    </section>
  );
}
