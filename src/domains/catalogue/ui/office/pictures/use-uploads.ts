/** Uploads of several files, one after the other, so that the shop converts one at a time and the first are done soon. */
import { useEffect, useRef, useState } from 'react';
import type { PictureRow } from '#domains/catalogue/picture-office-contract.ts';
import { sendPicture } from './send-picture.ts';

export type UploadState =
  | { readonly is: 'waiting' | 'converting' | 'retrying' | 'stopped' }
  | { readonly is: 'sending'; readonly percent: number }
  | { readonly is: 'done'; readonly picture: PictureRow; readonly isNew: boolean }
  | { readonly is: 'refused'; readonly title: string };

export interface Uploads {
  /** States in the order of the files. */
  readonly states: readonly UploadState[];
  readonly isRunning: boolean;
  readonly stop: () => void;
}

/** @param files the same array until the uploads end */
export function useUploads(files: readonly File[]): Uploads {
  const [states, setStates] = useState<readonly UploadState[]>(() => files.map(() => ({ is: 'waiting' })));
  const [isRunning, setIsRunning] = useState(true);
  const stop = useRef(new AbortController());

  useEffect(() => {
    const controller = new AbortController();
    stop.current = controller;
    const set = (index: number, state: UploadState): void => setStates((before) => before.map((one, at) => (at === index ? state : one)));
    const run = async (): Promise<void> => {
      for (const [index, file] of files.entries()) {
        const result = await sendPicture(
          file,
          ({ percent, isRetrying }) =>
            set(index, isRetrying ? { is: 'retrying' } : percent === 100 ? { is: 'converting' } : { is: 'sending', percent }),
          controller.signal,
        );
        if (result === null) break;
        set(index, result.ok ? { is: 'done', picture: result.picture, isNew: result.isNew } : { is: 'refused', title: result.title });
      }
      setIsRunning(false);
      if (controller.signal.aborted)
        setStates((before) => before.map((one) => (one.is === 'done' || one.is === 'refused' ? one : { is: 'stopped' })));
    };
    void run();
    return () => controller.abort();
  }, [files]);

  return { states, isRunning, stop: () => stop.current.abort() };
}
