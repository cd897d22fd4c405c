/** Makes a link: to a page, to a wine, or to an address. */
import { useState } from 'react';
import { fieldMessages as text } from '#domains/content/messages/office-fields.ts';
import { isSafeAddress } from '#domains/content/model/prose.ts';
import { Button } from '#ui/office/Button.tsx';
import { Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { TextField } from '#ui/office/form/fields.tsx';
import { officeMessages } from '#ui/office/messages.ts';
import { pageCalls } from './page-calls.ts';
import { useFound } from './use-found.ts';

interface Target {
  readonly path: string;
  readonly name: string;
  readonly kind: string;
}

const SHOWN_PAGES = 6;

/** Finds pages and wines. An address is not searched for. */
export async function findTargets(q: string): Promise<readonly Target[]> {
  if (q === '' || isSafeAddress(q)) return [];
  const [pages, offers] = await Promise.all([pageCalls.pages({ q, limit: SHOWN_PAGES }), pageCalls.findPageOffers({ q })]);
  return [
    ...(pages.ok ? pages.value.rows.map(({ path, title }) => ({ path, name: title, kind: text.pages })) : []),
    ...(offers.ok
      ? offers.value.rows.map(({ path, name, vintage }) => ({ path, name: `${name} ${vintage}`.trim(), kind: text.wines }))
      : []),
  ];
}

export interface LinkDialogProps {
  /** The selected text. */
  readonly words: string;
  readonly onAdd: (words: string, to: string) => void;
  readonly onClose: () => void;
}

export function LinkDialog({ words: selected, onAdd, onClose }: LinkDialogProps) {
  const [words, setWords] = useState(selected);
  const [to, setTo] = useState('');
  const [isTried, setIsTried] = useState(false);
  const found = useFound(to, findTargets);
  const isGood = isSafeAddress(to);
  const add = (): void => {
    setIsTried(true);
    if (isGood && words.trim() !== '') onAdd(words, to);
  };
  return (
    <Dialog title={text.linkTitle} isOpen onClose={onClose}>
      <TextField
        label={text.linkText}
        value={words}
        onChange={setWords}
        autoFocus={selected === ''}
        error={isTried && words.trim() === '' ? text.choose : null}
      />
      <TextField
        label={text.linkTo}
        hint={text.linkToHint}
        value={to}
        onChange={setTo}
        autoFocus={selected !== ''}
        error={isTried && !isGood ? text.linkBad : null}
      />
      {found && found.length > 0 && (
        <ul className="pick-list">
          {found.map((target) => (
            <li key={`${target.kind} ${target.path}`}>
              <button
                type="button"
                className="pick"
                onClick={() => {
                  setTo(target.path);
                  if (words.trim() === '') setWords(target.name);
                }}
              >
                <span>{target.name}</span>
                <span className="text-muted small">{target.path}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <DialogEnd>
        <Button onPress={onClose}>{officeMessages.cancel}</Button>
        <Button tone="primary" onPress={add}>
          {text.linkAdd}
        </Button>
      </DialogEnd>
    </Dialog>
  );
}
