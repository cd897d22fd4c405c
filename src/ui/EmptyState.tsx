import { type ReactNode, Suspense } from 'react';
import type { DrawingName } from './EmptyIllustration.tsx';
import { lazyComponent } from './lazy-component.ts';

const EmptyDrawing = lazyComponent(() => import('./EmptyIllustration.tsx'));

export interface EmptyStateProps {
  readonly drawing: DrawingName;
  readonly title: string;
  /** 1 if it is the heading of the page. */
  readonly level?: 1 | 2;
  readonly children: ReactNode;
  /** Link or button with the next step. */
  readonly action?: ReactNode;
}

/** Empty state with an explanation and a next step. */
export function EmptyState({ drawing, title, level = 2, children, action }: EmptyStateProps) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div className="empty">
      <Suspense fallback={<svg width="192" height="96" aria-hidden="true" />}>
        <EmptyDrawing name={drawing} />
      </Suspense>
      <Heading className={level === 1 ? 'heading-3' : 'heading-4'}>{title}</Heading>
      <div className="text-muted">{children}</div>
      {action && <div className="row">{action}</div>}
    </div>
  );
}
