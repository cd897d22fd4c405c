/** Shown if a record changed while someone edited it: who, when, and their values beside the person's own. */
import { Button } from '../Button.tsx';
import { Dialog, DialogEnd } from '../Dialog.tsx';
import { conflictMessages } from '../messages.ts';

export interface ConflictField {
  readonly label: string;
  readonly theirs: string;
  readonly yours: string;
}

export interface ConflictDialogProps {
  /** Who changed it and when. Null while there is no conflict. */
  readonly title: string | null;
  readonly fields: readonly ConflictField[];
  /** Drops the person's values. */
  readonly onKeepTheirs: () => void;
  /** Sends the person's values again, over the current record. */
  readonly onKeepYours: () => void;
  readonly isPending: boolean;
}

export function ConflictDialog({ title, fields, onKeepTheirs, onKeepYours, isPending }: ConflictDialogProps) {
  return (
    <Dialog title={conflictMessages.title} isOpen={title !== null} onClose={onKeepTheirs} role="alertdialog" isDismissable={false} isWide>
      <p>{title}</p>
      {fields.length > 0 && (
        <table className="conflict">
          <thead>
            <tr>
              <th scope="col">{conflictMessages.field}</th>
              <th scope="col">{conflictMessages.theirValue}</th>
              <th scope="col">{conflictMessages.yourValue}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map(({ label, theirs, yours }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{theirs}</td>
                <td>{yours}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <DialogEnd>
        <Button onPress={onKeepTheirs} isDisabled={isPending}>
          {conflictMessages.theirs}
        </Button>
        <Button tone="primary" onPress={onKeepYours} isPending={isPending}>
          {conflictMessages.yours}
        </Button>
      </DialogEnd>
    </Dialog>
  );
}
