/** Finds a wine by words, to give it a picture. */
import { useEffect, useState } from 'react';
import { pickerMessages as text, uploadMessages } from '#domains/catalogue/messages/office-pictures.ts';
import type { WineOption } from '#domains/catalogue/picture-office-contract.ts';
import { Dialog } from '#ui/office/Dialog.tsx';
import { TextField } from '#ui/office/form/fields.tsx';
import { pictureCalls } from './picture-calls.ts';

const WAIT_MS = 200;

export interface WineDialogProps {
  readonly onChoose: (wine: WineOption) => void;
  readonly onClose: () => void;
}

export function WineDialog({ onChoose, onClose }: WineDialogProps) {
  const [q, setQ] = useState('');
  const [found, setFound] = useState<readonly WineOption[] | null>(null);
  useEffect(() => {
    let isStopped = false;
    const timer = setTimeout(() => {
      void pictureCalls.findPictureWines({ q: q.trim() }).then((result) => {
        if (!isStopped) setFound(result.ok ? result.value.rows : []);
      });
    }, WAIT_MS);
    return () => {
      isStopped = true;
      clearTimeout(timer);
    };
  }, [q]);
  return (
    <Dialog title={text.chooseWine} isOpen onClose={onClose}>
      <TextField label={text.findWine} value={q} onChange={setQ} autoFocus />
      <ul className="pic-wines">
        {found?.map((wine) => (
          <li key={wine.id}>
            <button type="button" className="pic-wine" onClick={() => onChoose(wine)}>
              <span>{wine.name}</span>
              <span className="text-muted small">{uploadMessages.wineDetail(wine.sku, wine.pictures)}</span>
            </button>
          </li>
        ))}
      </ul>
      {found?.length === 0 && <p className="text-muted">{text.noWines}</p>}
    </Dialog>
  );
}
