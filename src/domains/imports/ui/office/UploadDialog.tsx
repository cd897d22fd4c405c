/** Shows how far an upload is, and opens its import at the end. */
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { uploadMessages as text } from '#domains/imports/messages/office.ts';
import { Button } from '#ui/office/Button.tsx';
import { Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { FormError } from '#ui/office/form/fields.tsx';
import { officeMessages } from '#ui/office/messages.ts';
import { type UploadProgress, uploadFile } from './upload-file.ts';

export function UploadDialog({ file, onClose }: { readonly file: File; readonly onClose: () => void }) {
  const navigate = useNavigate();
  const [progress, setProgress] = useState<UploadProgress | null>(null);
  const [error, setError] = useState<string | null>(file.size === 0 ? text.empty : null);
  const stop = useRef(new AbortController());

  // biome-ignore lint/correctness/useExhaustiveDependencies: the dialog opens for one upload
  useEffect(() => {
    if (error !== null) return;
    const controller = new AbortController();
    stop.current = controller;
    const run = async (): Promise<void> => {
      const result = await uploadFile(file, setProgress, controller.signal);
      if (result === null || controller.signal.aborted) return;
      if (!result.ok) return setError(result.title);
      onClose();
      await navigate(`/imports/${result.id}`);
    };
    void run();
    return () => controller.abort();
  }, []);

  return (
    <Dialog title={text.title(file.name)} isOpen onClose={onClose}>
      <FormError error={error} />
      {error === null && (
        <>
          <progress className="upload-bar" max={progress?.total ?? 1} value={progress?.sent ?? 0} aria-label={text.title(file.name)} />
          <p role="status" className="text-muted">
            {progress === null
              ? text.preparing
              : progress.isRetrying
                ? text.retrying
                : text.progress(text.megabytes(progress.sent), text.megabytes(progress.total))}
          </p>
        </>
      )}
      <DialogEnd>
        <Button
          onPress={() => {
            stop.current.abort();
            onClose();
          }}
        >
          {error === null ? text.stop : officeMessages.close}
        </Button>
      </DialogEnd>
    </Dialog>
  );
}
