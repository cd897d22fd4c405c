/** Dialogs: a titled modal, and the confirmation of an action that names its consequences. */
import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { Button, IconButton } from './Button.tsx';
import { officeMessages } from './messages.ts';
import { OfficeIcon } from './OfficeIcon.tsx';

export interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly isWide?: boolean;
  /** False while an answer is required or a request runs. */
  readonly isDismissable?: boolean;
  readonly role?: 'dialog' | 'alertdialog';
}

export function Dialog({ title, isOpen, onClose, children, isWide = false, isDismissable = true, role = 'dialog' }: DialogProps) {
  return (
    <ModalOverlay
      className="veil"
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={false}
      isKeyboardDismissDisabled={!isDismissable}
    >
      <Modal className={isWide ? 'modal modal-wide' : 'modal'}>
        <AriaDialog className="modal-body" role={role}>
          <div className="modal-head">
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            {isDismissable && <IconButton icon="close" label={officeMessages.close} onPress={onClose} />}
          </div>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Buttons at the end of a dialog, the primary one last. */
export function DialogEnd({ children }: { readonly children: ReactNode }) {
  return <div className="modal-end">{children}</div>;
}

/** Lists what an action does, before it is done. */
export function Consequences({ items }: { readonly items: readonly string[] }) {
  return (
    <ul className="consequences">
      {items.map((item) => (
        <li key={item}>
          <OfficeIcon name="right" />
          {item}
        </li>
      ))}
    </ul>
  );
}

export interface ConfirmDialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
  /** Verb and object: `Cancel order`. */
  readonly action: string;
  readonly consequences: readonly string[];
  readonly isDanger?: boolean;
  readonly isPending?: boolean;
  readonly children?: ReactNode;
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, isOpen, onClose, onConfirm, action, consequences, isDanger = false, isPending = false, children } = props;
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose} role="alertdialog" isDismissable={!isPending}>
      {consequences.length > 0 && <Consequences items={consequences} />}
      {children}
      <DialogEnd>
        <Button onPress={onClose} isDisabled={isPending}>
          {officeMessages.cancel}
        </Button>
        <Button tone={isDanger ? 'danger' : 'primary'} onPress={onConfirm} isPending={isPending}>
          {action}
        </Button>
      </DialogEnd>
    </Dialog>
  );
}
