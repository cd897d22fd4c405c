/** Reads bar codes with the camera, one after the other, until it is closed. */
import { useEffect, useRef, useState } from 'react';
import { Button } from '../Button.tsx';
import { Dialog, DialogEnd } from '../Dialog.tsx';
import { createBarcodeReader } from './barcode-detector.ts';
import { scanMessages as text } from './messages.ts';
import './scan.css';

/** Pause between two pictures, and time in which the same code counts once, in ms. */
const PAUSE_MS = 120;
const SAME_CODE_MS = 1_800;

export interface CameraDialogProps {
  readonly onCode: (code: string) => void;
  readonly onClose: () => void;
}

function stopCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/** Returns why the camera cannot be used. */
function reasonOf(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError') return text.cameraRefused;
  return name === 'NotFoundError' ? text.cameraMissing : text.cameraFailed;
}

export default function CameraDialog({ onCode, onClose }: CameraDialogProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [found, setFound] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const latest = useRef(onCode);
  latest.current = onCode;

  useEffect(() => {
    let isStopped = false;
    let stream: MediaStream | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const run = async (): Promise<void> => {
      const opened = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment', width: { ideal: 1280 } } });
      stream = opened;
      const screen = video.current;
      if (isStopped || !screen) return stopCamera(opened);
      screen.srcObject = opened;
      await screen.play();
      const reader = await createBarcodeReader();
      let last = { code: '', at: 0 };
      const look = async (): Promise<void> => {
        const code = await reader.read(screen).catch(() => null);
        if (isStopped) return;
        if (code !== null && (code !== last.code || performance.now() - last.at > SAME_CODE_MS)) {
          setFound(code);
          latest.current(code);
        }
        if (code !== null) last = { code, at: performance.now() };
        timer = setTimeout(() => void look(), PAUSE_MS);
      };
      await look();
    };
    run().catch((reason: unknown) => {
      if (!isStopped) setError(reasonOf(reason));
    });
    return () => {
      isStopped = true;
      clearTimeout(timer);
      if (stream) stopCamera(stream);
    };
  }, []);

  return (
    <Dialog title={text.cameraTitle} isOpen onClose={onClose}>
      {error === null ? (
        <div className="scan-view">
          <video ref={video} className="scan-video" muted playsInline aria-label={text.cameraPicture} />
          <span className="scan-line" aria-hidden="true" />
        </div>
      ) : (
        <p className="alert" role="alert">
          {error}
        </p>
      )}
      <p role="status" className="text-muted">
        {error !== null ? '' : found === null ? text.cameraHint : text.cameraFound(found)}
      </p>
      <DialogEnd>
        <Button tone="primary" onPress={onClose}>
          {text.cameraDone}
        </Button>
      </DialogEnd>
    </Dialog>
  );
}
