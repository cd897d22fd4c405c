/** ⌘K: goes to any record and runs any action that the person may. Sources answer while the person types. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
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
/** Shorter texts match too many records. */
const MIN_SEARCH_LENGTH = 2;
const NOTHING: readonly PaletteCommand[] = [];

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

/** What the sources found for a query, and whether they are still searching. */
function useFound(
  query: string,
  sources: readonly PaletteSource[],
): { readonly found: readonly PaletteCommand[]; readonly isSearching: boolean } {
  const [answer, setAnswer] = useState<{ readonly text: string; readonly found: readonly PaletteCommand[] }>({ text: '', found: [] });
  const text = query.trim();
  const isTooShort = text.length < MIN_SEARCH_LENGTH;
  useEffect(() => {
    if (isTooShort) return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      void Promise.all(sources.map((source) => source(text).catch(() => []))).then(
        (lists) => isCurrent && setAnswer({ text, found: lists.flat() }),
      );
    }, SEARCH_PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [text, isTooShort, sources]);
  return { found: isTooShort ? NOTHING : answer.found, isSearching: !isTooShort && answer.text !== text };
}

/** Keys that move the mark of the list. */
const MOVES = /^(?:Arrow|Page|Home$|End$)/;

/**
 * Runs the first entry at Enter when the list has not marked one: after a correction or a paste, and while the list is drawn again. Enter
 * during a search waits for its answer when nothing else matches. Once the person has moved the mark, Enter is the list's alone.
 */
function useEnter(entries: readonly PaletteCommand[], isSearching: boolean, run: (command: PaletteCommand) => void) {
  const list = useRef<HTMLDivElement>(null);
  const hasMoved = useRef(false);
  const [isPending, setIsPending] = useState(false);
  const [first] = entries;
  useEffect(() => {
    const handle = ({ key }: KeyboardEvent): void => {
      if (MOVES.test(key)) hasMoved.current = true;
    };
    document.addEventListener('keydown', handle, true);
    return () => document.removeEventListener('keydown', handle, true);
  }, []);
  useEffect(() => {
    if (!isPending || (!first && isSearching)) return;
    setIsPending(false);
    if (first) run(first);
  }, [isPending, first, isSearching, run]);
  return {
    list,
    submit: () => setIsPending(!hasMoved.current && list.current?.querySelector('[data-focused]') === null),
    forget: () => {
      hasMoved.current = false;
      setIsPending(false);
    },
  };
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
  return useCallback((command) => {
    chosen.current = command;
  }, []);
}

function PaletteContent({
  commands,
  actions,
  sources,
  close,
}: Pick<CommandPaletteProps, 'commands' | 'actions' | 'sources'> & { readonly close: () => void }) {
  const [query, setQuery] = useState('');
  useEscape(close);
  const { found, isSearching } = useFound(query, sources);
  const screens = useMemo(() => matchCommands(commands, query), [commands, query]);
  const matching = useMemo(() => matchCommands(actions, query), [actions, query]);
  const choose = useRunAfterClose();
  const runEntry = useCallback(
    (command: PaletteCommand | undefined) => {
      choose(command);
      close();
    },
    [choose, close],
  );
  const entries = [...found, ...screens, ...matching];
  // The list marks what it shows first: screens and actions while the sources search. What they find comes above them and leaves the mark.
  const enter = useEnter(isSearching ? [...screens, ...matching] : [...screens, ...matching, ...found], isSearching, runEntry);
  const sections = [
    { id: 'records', heading: paletteMessages.goTo, items: found },
    { id: 'screens', heading: paletteMessages.screens, items: screens },
    { id: 'actions', heading: paletteMessages.actions, items: matching },
  ].filter(({ items }) => items.length > 0);
  return (
    <Autocomplete
      inputValue={query}
      onInputChange={(value) => {
        enter.forget();
        setQuery(value);
      }}
    >
      <SearchField aria-label={paletteMessages.title} className="palette-search" autoFocus onSubmit={enter.submit}>
        <OfficeIcon name="search" />
        <Input placeholder={paletteMessages.placeholder} />
      </SearchField>
      <Menu
        ref={enter.list}
        aria-label={paletteMessages.title}
        className="palette-list"
        renderEmptyState={() => <p className="palette-empty">{paletteMessages.empty}</p>}
        onAction={(id) => runEntry(entries.find((command) => command.id === id))}
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
