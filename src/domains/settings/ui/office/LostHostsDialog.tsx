/** Names the consequences of taking hosts out of the table of sites, and offers to keep them as former hosts. */
import { lostHostMessages as text } from '#domains/settings/messages/office.ts';
import type { LostHost } from '#domains/settings/model/groups/sites.ts';
import { Button } from '#ui/office/Button.tsx';
import { Consequences, Dialog, DialogEnd } from '#ui/office/Dialog.tsx';

interface LostHostsDialogProps {
  /** Null while there is nothing to decide. */
  readonly lost: readonly LostHost[] | null;
  readonly onRedirect: () => void;
  readonly onDrop: () => void;
  readonly onClose: () => void;
}

export function LostHostsDialog({ lost, onRedirect, onDrop, onClose }: LostHostsDialogProps) {
  const canRedirect = lost?.some(({ next }) => next !== null) ?? false;
  return (
    <Dialog title={text.title} isOpen={lost !== null} onClose={onClose} role="alertdialog">
      <Consequences
        items={[
          ...(lost ?? []).map(({ host, next }) => (next === null ? text.closes(host) : text.moves(host, next))),
          ...text.consequences,
        ]}
      />
      {canRedirect && <p>{text.redirectHint}</p>}
      <DialogEnd>
        <Button onPress={onClose}>{text.cancel}</Button>
        <Button onPress={onDrop}>{canRedirect ? text.drop : text.save}</Button>
        {canRedirect && (
          <Button tone="primary" onPress={onRedirect}>
            {text.redirect}
          </Button>
        )}
      </DialogEnd>
    </Dialog>
  );
}
