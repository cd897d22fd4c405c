/** Saves the mapping of an import for a supplier. */
import { useState } from 'react';
import type { MappingChoices } from '#domains/catalogue/model/import/mapping/mapping-choices.ts';
import { mappingMessages as text } from '#domains/imports/messages/office.ts';
import type { SavedMapping } from '#domains/imports/office-contract.ts';
import { Button } from '#ui/office/Button.tsx';
import { Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { TextField } from '#ui/office/form/fields.tsx';
import { officeMessages } from '#ui/office/messages.ts';
import { toastDone } from '#ui/office/office-toasts.ts';
import { importCalls } from './import-calls.ts';

interface SaveMappingProps {
  readonly id: number;
  readonly choices: MappingChoices | null;
  /** The saved mapping that is replaced; null for a new one. */
  readonly own: SavedMapping | null;
  readonly onClose: () => void;
  readonly onSaved: (mapping: SavedMapping) => void;
}

export function SaveMappingDialog({ id, choices, own, onClose, onSaved }: SaveMappingProps) {
  const [supplier, setSupplier] = useState(own?.supplier ?? '');
  const [error, setError] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);
  const save = async (): Promise<void> => {
    setIsPending(true);
    const result = await importCalls.saveMapping({
      id,
      supplier,
      ...(choices === null ? {} : { choices }),
      ...(own === null ? {} : { replaces: { id: own.id, version: own.version } }),
    });
    setIsPending(false);
    if (!result.ok) return setError(result.title);
    toastDone(text.saved(result.value.supplier));
    onSaved(result.value);
  };
  return (
    <Dialog title={text.saveTitle} isOpen onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField label={text.supplier} hint={text.saveHint} value={supplier} onChange={setSupplier} error={error} isRequired />
        <DialogEnd>
          <Button onPress={onClose}>{officeMessages.cancel}</Button>
          <Button tone="primary" type="submit" isPending={isPending} isDisabled={supplier.trim() === ''}>
            {own === null ? text.save : text.saveAgain}
          </Button>
        </DialogEnd>
      </form>
    </Dialog>
  );
}
