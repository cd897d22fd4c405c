/** The text and the target of a link. The target is looked up before the link is used. */
import { useCallback, useState } from 'react';
import type { MenuChoice, MenuTarget } from '#domains/content/menu-office-contract.ts';
import { menuLinkMessages as text } from '#domains/content/messages/office-menus.ts';
import { toLinkAddress, toReadableAddress } from '#domains/content/model/readable-address.ts';
import { isMenuAddress, type MenuEntry } from '#domains/settings/model/groups/menus.ts';
import { Button } from '#ui/office/Button.tsx';
import { Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { TextField } from '#ui/office/form/fields.tsx';
import { officeMessages } from '#ui/office/messages.ts';
import { useFound } from '../use-found.ts';
import { menuCalls } from './load-menus.ts';

interface Found {
  /** What is at an address that was entered. */
  readonly target: MenuTarget | null;
  readonly choice: MenuChoice | null;
}

/** Looks up an address, or finds pages, lists, wines and clubs by words. */
async function findTargets(site: string, q: string): Promise<readonly Found[]> {
  const to = toLinkAddress(q);
  if (isMenuAddress(to)) {
    const target = await menuCalls.checkMenuTarget({ site, to });
    return target.ok ? [{ target: target.value, choice: null }] : [];
  }
  const found = await menuCalls.findMenuTargets({ site, q });
  return found.ok ? found.value.rows.map((choice) => ({ target: null, choice })) : [];
}

export interface MenuLinkDialogProps {
  readonly title: string;
  readonly site: string;
  /** Null for a new link. */
  readonly link: MenuEntry | null;
  /** Addresses that the menu has already. */
  readonly taken: readonly string[];
  readonly onUse: (link: MenuEntry, target: MenuTarget) => void;
  readonly onClose: () => void;
}

export function MenuLinkDialog({ title, site, link, taken, onUse, onClose }: MenuLinkDialogProps) {
  const [label, setLabel] = useState(link?.label ?? '');
  const [typed, setTyped] = useState(toReadableAddress(link?.to ?? ''));
  const [isTried, setIsTried] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const to = toLinkAddress(typed);
  const isAddress = isMenuAddress(to);
  const find = useCallback((q: string) => findTargets(site, q), [site]);
  const found = useFound(typed, find);
  const choices = isAddress ? [] : (found ?? []).flatMap(({ choice }) => choice ?? []);
  const target = found?.find((each) => isAddress && each.target?.to === to)?.target;

  const use = async (): Promise<void> => {
    setIsTried(true);
    if (label.trim() === '' || !isAddress) return;
    if (taken.includes(to)) return setError(text.repeated);
    setIsPending(true);
    const checked = await menuCalls.checkMenuTarget({ site, to });
    setIsPending(false);
    if (!checked.ok) return setError(checked.title);
    if (checked.value.state === 'missing') return setError(checked.value.note);
    onUse({ kind: 'link', label: label.trim(), to }, checked.value);
  };
  return (
    <Dialog title={title} isOpen onClose={onClose} isDismissable={!isPending}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void use();
        }}
      >
        <TextField
          label={text.to}
          hint={text.toHint}
          value={typed}
          onChange={(value) => {
            setTyped(value);
            setError(null);
          }}
          autoFocus={link === null}
          maxLength={500}
          error={error ?? (isTried && !isAddress ? text.bad : null)}
        />
        <div aria-live="polite">
          {target && (
            <p className={target.state === 'found' ? 'notice' : 'notice notice-wait'}>
              {target.note || text.leadsTo(target.name || toReadableAddress(target.to))}
            </p>
          )}
          {!isAddress && found?.length === 0 && <p className="text-muted small">{text.none}</p>}
        </div>
        {choices.length > 0 && (
          <ul className="pick-list">
            {choices.map((row) => (
              <li key={`${row.group} ${row.to}`}>
                <button
                  type="button"
                  className="pick"
                  onClick={() => {
                    setTyped(toReadableAddress(row.to));
                    if (label.trim() === '') setLabel(row.name.slice(0, 40));
                  }}
                >
                  <span className="cell-two">
                    <span>{row.name}</span>
                    <span className="text-muted small">
                      {[text.groups[row.group], toReadableAddress(row.to), row.isShown ? '' : text.notShown].filter(Boolean).join(' · ')}
                    </span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
        <TextField
          label={text.label}
          value={label}
          onChange={setLabel}
          autoFocus={link !== null}
          maxLength={40}
          error={isTried && label.trim() === '' ? text.labelMissing : null}
        />
        <DialogEnd>
          <Button onPress={onClose} isDisabled={isPending}>
            {officeMessages.cancel}
          </Button>
          <Button tone="primary" type="submit" isPending={isPending}>
            {text.save}
          </Button>
        </DialogEnd>
      </form>
    </Dialog>
  );
}
