/** ⌘K: goes to any record and runs any action that the person may. Sources answer while the person types. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { Autocomplete, Dialog, Header, Input, Menu, MenuItem, MenuSection, Modal, ModalOverlay, SearchField } from 'react-aria-components';
import { paletteMessages } from './messages.ts';
import { OfficeIcon, type OfficeIconName } from './OfficeIcon.tsx';

export interface PaletteCommand {
  readonly id: string;
  readonly label: string;
  /** Right of the label: what it is. */
  readonly detail?: string;
  readonly icon: OfficeIconName;
  /** Other words by which it is found. */
  readonly keywords?: string;
  readonly run: () => void;
}

/** Finds records. Rejections and late answers are ignored. */
export type PaletteSource = (query: string) => Promise<readonly PaletteCommand[]>;

export interface CommandPaletteProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  /** Screens to go to. */
  readonly commands: readonly PaletteCommand[];
  readonly actions: readonly PaletteCommand[];
  readonly sources: readonly PaletteSource[];
}

/** Pause after the last key before records are searched, in ms. */
const SEARCH_PAUSE_MS = 120;

/** Returns the commands whose label or keywords have every word of a query. */
export function matchCommands(commands: readonly PaletteCommand[], query: string): readonly PaletteCommand[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return commands.filter(({ label, keywords = '' }) => words.every((word) => `${label} ${keywords}`.toLowerCase().includes(word)));
}

/** Opens the palette with ⌘K or Ctrl K from anywhere. */
export function usePaletteShortcut(open: () => void): void {
  useEffect(() => {
    const handle = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey) return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, [open]);
}

function useFound(query: string, sources: readonly PaletteSource[]): readonly PaletteCommand[] {
  const [found, setFound] = useState<readonly PaletteCommand[]>([]);
  useEffect(() => {
    const text = query.trim();
    if (text.length < 2) {
      setFound([]);
      return;
    }
    let isCurrent = true;
    const timer = setTimeout(() => {
      void Promise.all(sources.map((source) => source(text).catch(() => []))).then((lists) => isCurrent && setFound(lists.flat()));
    }, SEARCH_PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [query, sources]);
  return found;
}

/** Closes at the first Escape: a search field would clear its text with it. */
function useEscape(close: () => void): void {
  useEffect(() => {
    const handle = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      close();
    };
    document.addEventListener('keydown', handle, true);
    return () => document.removeEventListener('keydown', handle, true);
  }, [close]);
}

function PaletteItem({ command }: { readonly command: PaletteCommand }) {
  return (
    <MenuItem id={command.id} textValue={command.label} className="palette-item">
      <OfficeIcon name={command.icon} />
      <span>{command.label}</span>
      {command.detail && <span className="text-muted small">{command.detail}</span>}
    </MenuItem>
  );
}

/** Runs a command after the palette has closed: while it is open, it keeps the focus. */
function useRunAfterClose(): (command: PaletteCommand | undefined) => void {
  const chosen = useRef<PaletteCommand>(undefined);
  useEffect(() => () => chosen.current?.run(), []);
  return (command) => {
    chosen.current = command;
  };
}

function PaletteContent({
  commands,
  actions,
  sources,
  close,
}: Pick<CommandPaletteProps, 'commands' | 'actions' | 'sources'> & { readonly close: () => void }) {
  const [query, setQuery] = useState('');
  useEscape(close);
  const found = useFound(query, sources);
  const screens = useMemo(() => matchCommands(commands, query), [commands, query]);
  const matching = useMemo(() => matchCommands(actions, query), [actions, query]);
  const choose = useRunAfterClose();
  const sections = [
    { id: 'records', heading: paletteMessages.goTo, items: found },
    { id: 'screens', heading: paletteMessages.screens, items: screens },
    { id: 'actions', heading: paletteMessages.actions, items: matching },
  ].filter(({ items }) => items.length > 0);
  return (
    <Autocomplete inputValue={query} onInputChange={setQuery}>
      <SearchField aria-label={paletteMessages.title} className="palette-search" autoFocus>
        <OfficeIcon name="search" />
        <Input placeholder={paletteMessages.placeholder} />
      </SearchField>
      <Menu
        aria-label={paletteMessages.title}
        className="palette-list"
        renderEmptyState={() => <p className="palette-empty">{paletteMessages.empty}</p>}
        onAction={(id) => {
          choose([...found, ...screens, ...matching].find((command) => command.id === id));
          close();
        }}
      >
        {sections.map(({ id, heading, items }) => (
          <MenuSection key={id} id={id}>
            <Header className="menu-heading">{heading}</Header>
            {items.map((command) => (
              <PaletteItem key={command.id} command={command} />
            ))}
          </MenuSection>
        ))}
      </Menu>
      <p className="palette-foot text-muted small">{paletteMessages.hint}</p>
    </Autocomplete>
  );
}

export function CommandPalette({ isOpen, onOpenChange, commands, actions, sources }: CommandPaletteProps) {
  return (
    <ModalOverlay className="veil" isOpen={isOpen} onOpenChange={onOpenChange} isDismissable>
      <Modal className="modal palette">
        <Dialog className="palette-body" aria-label={paletteMessages.title}>
          {({ close }) => <PaletteContent commands={commands} actions={actions} sources={sources} close={close} />}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
