/** What a screen or list shows in place of content: nothing yet, not found, or an error. */
import type { ReactNode } from 'react';
import { OfficeIcon, type OfficeIconName } from './OfficeIcon.tsx';

export interface ScreenStateProps {
  readonly icon: OfficeIconName;
  readonly title: string;
  readonly text?: string;
  readonly children?: ReactNode;
  /** True if there is nothing else on the screen, so that this is its heading. */
  readonly isScreen?: boolean;
  /** True for errors, which screen readers announce. */
  readonly isError?: boolean;
}

export function ScreenState({ icon, title, text, children, isScreen = false, isError = false }: ScreenStateProps) {
  return (
    <div className="state" role={isError ? 'alert' : undefined}>
      <OfficeIcon name={icon} />
      {isScreen ? <h1>{title}</h1> : <h2>{title}</h2>}
      {text && <p>{text}</p>}
      {children && <div className="act-row">{children}</div>}
    </div>
  );
}
