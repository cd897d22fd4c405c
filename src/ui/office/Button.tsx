/** Buttons of the office. A pending button keeps its place and its focus, and a second press does nothing. */
import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import { officeMessages } from './messages.ts';
import { OfficeIcon, type OfficeIconName } from './OfficeIcon.tsx';

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children'> {
  readonly tone?: 'plain' | 'primary' | 'danger' | 'quiet';
  readonly icon?: OfficeIconName;
  readonly children: ReactNode;
}

export function Button({ tone = 'plain', icon, children, isPending = false, onPress, type, ...props }: ButtonProps) {
  const classes = ['act', tone === 'plain' ? '' : `act-${tone}`, isPending ? 'is-pending' : ''].filter(Boolean).join(' ');
  // The library's own pending state leaves an unlabelled image behind for screen readers.
  const whilePending = isPending
    ? { type: 'button' as const }
    : { ...(type === undefined ? {} : { type }), ...(onPress ? { onPress } : {}) };
  return (
    <AriaButton {...props} {...whilePending} className={classes}>
      {isPending ? <span className="spin" /> : icon && <OfficeIcon name={icon} />}
      {children}
      {isPending && <span className="visually-hidden">{officeMessages.loading}</span>}
    </AriaButton>
  );
}

/** A button with an icon only. */
export function IconButton({
  icon,
  label,
  ...props
}: Omit<AriaButtonProps, 'className' | 'style' | 'children'> & { readonly icon: OfficeIconName; readonly label: string }) {
  return (
    <AriaButton {...props} className="act-icon" aria-label={label}>
      <OfficeIcon name={icon} />
    </AriaButton>
  );
}
