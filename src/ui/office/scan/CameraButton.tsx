/** A button that opens the camera to read bar codes. Absent where the browser gives no access to one. */
import { lazy, Suspense, useState } from 'react';
import { IconButton } from '../Button.tsx';
import { scanMessages } from './messages.ts';

const CameraDialog = lazy(() => import('./CameraDialog.tsx'));

const hasCamera = (): boolean => typeof navigator !== 'undefined' && navigator.mediaDevices !== undefined;

export function CameraButton({ onCode }: { readonly onCode: (code: string) => void }) {
  const [isOpen, setIsOpen] = useState(false);
  if (!hasCamera()) return null;
  return (
    <>
      <IconButton icon="camera" label={scanMessages.camera} onPress={() => setIsOpen(true)} />
      {isOpen && (
        <Suspense fallback={null}>
          <CameraDialog onCode={onCode} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
