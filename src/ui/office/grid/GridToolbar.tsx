/** Search, filters as chips, columns, export, and what changed since the list was loaded. */
import { useEffect, useRef, useState } from 'react';
import { Button as AriaButton, Input, Menu, MenuItem, MenuTrigger, Popover, SearchField } from 'react-aria-components';
import { Button, IconButton } from '../Button.tsx';
import { gridMessages } from '../messages.ts';
import { OfficeIcon } from '../OfficeIcon.tsx';
import { FilterChip } from './FilterChip.tsx';
import type { GridState } from './grid-state.ts';
import { withFilter } from './grid-state.ts';
import type { GridColumn, GridFilter, GridNoun, GridPage } from './grid-types.ts';

export interface GridToolbarProps<Row> {
  readonly label: string;
  readonly noun: GridNoun;
  /** Null while it is not known. */
  readonly total: GridPage<Row>['total'] | null;
  readonly columns: readonly GridColumn<Row>[];
  /** Those that are shown, and those that are without a choice. */
  readonly visible: readonly GridColumn<Row>[];
  readonly defaults: readonly GridColumn<Row>[];
  readonly filters: readonly GridFilter[];
  readonly state: GridState;
  readonly onStateChange: (state: GridState) => void;
  readonly onExport: (() => void) | undefined;
  readonly changedRows: number;
  readonly onUpdate: () => void;
}

/** Pause after the last key before the list is searched, in ms. */
const SEARCH_PAUSE_MS = 180;

/** The search field. `/` focuses it from anywhere on the screen. */
function GridSearch({ label, q, onSearch }: { readonly label: string; readonly q: string; readonly onSearch: (q: string) => void }) {
  const [text, setText] = useState(q);
  const input = useRef<HTMLInputElement>(null);
  const sent = useRef(q);
  useEffect(() => {
    // A view or the back button changed the search.
    if (q !== sent.current) setText(q);
    sent.current = q;
  }, [q]);
  useEffect(() => {
    if (text === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = text;
      onSearch(text);
    }, SEARCH_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, onSearch]);
  useEffect(() => {
    const focus = (event: KeyboardEvent): void => {
      const isTyping =
        event.target instanceof HTMLElement && event.target.closest('input,textarea,select,[contenteditable],[role="dialog"]');
      if (event.key !== '/' || isTyping || event.metaKey || event.ctrlKey) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, []);
  return (
    <SearchField className="grid-search" aria-label={gridMessages.search(label.toLowerCase())} value={text} onChange={setText}>
      <OfficeIcon name="search" />
      <Input ref={input} className="entry-input" placeholder={gridMessages.search(label.toLowerCase())} />
      {text !== '' && (
        <AriaButton className="act-icon" aria-label={gridMessages.clearSearch}>
          <OfficeIcon name="close" />
        </AriaButton>
      )}
    </SearchField>
  );
}

function ColumnMenu<Row>({
  columns,
  visible,
  defaults,
  state,
  onStateChange,
}: Pick<GridToolbarProps<Row>, 'columns' | 'visible' | 'defaults' | 'state' | 'onStateChange'>) {
  const shown = visible.map(({ key }) => key);
  const choices = columns.filter(({ isKey }) => !isKey);
  const byDefault = defaults.map(({ key }) => key).join();
  return (
    <MenuTrigger>
      <IconButton icon="columns" label={gridMessages.columns} />
      <Popover className="menu" placement="bottom end">
        <Menu
          aria-label={gridMessages.columnsHeading}
          selectionMode="multiple"
          selectedKeys={shown}
          onSelectionChange={(keys) => {
            if (keys === 'all') return;
            const chosen = columns.filter(({ key, isKey }) => isKey || keys.has(key)).map(({ key }) => key);
            onStateChange({ ...state, columns: chosen.join() === byDefault ? null : chosen });
          }}
        >
          {choices.map(({ key, label }) => (
            <MenuItem key={key} id={key} textValue={label} className="menu-item">
              {({ isSelected }) => (
                <>
                  <span className={isSelected ? 'menu-tick is-on' : 'menu-tick'}>{isSelected && <OfficeIcon name="tick" />}</span>
                  {label}
                </>
              )}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

/** Sort orders for phones, which have no column headings. */
function SortMenu<Row>({ columns, state, onStateChange }: Pick<GridToolbarProps<Row>, 'columns' | 'state' | 'onStateChange'>) {
  const sortable = columns.flatMap(({ sort, label }) =>
    sort === undefined
      ? []
      : [
          { id: `-${sort}`, text: gridMessages.sortedDescending(label), sort: { key: sort, isDescending: true } },
          { id: sort, text: gridMessages.sortedAscending(label), sort: { key: sort, isDescending: false } },
        ],
  );
  return (
    <span className="phone-only">
      <MenuTrigger>
        <IconButton icon="descending" label={gridMessages.sort} />
        <Popover className="menu" placement="bottom end">
          <Menu
            aria-label={gridMessages.sort}
            onAction={(id) => {
              const chosen = sortable.find((one) => one.id === id);
              if (chosen) onStateChange({ ...state, sort: chosen.sort });
            }}
          >
            {sortable.map(({ id, text }) => (
              <MenuItem key={id} id={id} className="menu-item">
                {text}
              </MenuItem>
            ))}
          </Menu>
        </Popover>
      </MenuTrigger>
    </span>
  );
}

export function GridToolbar<Row>(props: GridToolbarProps<Row>) {
  const { label, noun, total, filters, state, onStateChange, onExport, changedRows, onUpdate } = props;
  const [added, setAdded] = useState<string | null>(null);
  const latest = useRef(state);
  latest.current = state;
  const change = useRef(onStateChange);
  change.current = onStateChange;
  const search = useRef((q: string) => change.current({ ...latest.current, q }));
  const chips = filters.filter(({ key }) => state.filters[key] !== undefined || key === added);
  const unused = filters.filter(({ key }) => state.filters[key] === undefined && key !== added);
  const totalText =
    total === null
      ? ''
      : typeof total === 'number'
        ? gridMessages.total(total, true, noun)
        : gridMessages.total(total.atLeast, false, noun);
  return (
    <div className="grid-tools">
      <div className="grid-tools-row">
        <GridSearch label={label} q={state.q} onSearch={search.current} />
        {unused.length > 0 && (
          <MenuTrigger>
            <Button icon="filter" aria-label={gridMessages.addFilter}>
              <span className="above-phone">{gridMessages.filter}</span>
            </Button>
            <Popover className="menu" placement="bottom start">
              <Menu aria-label={gridMessages.addFilter} onAction={(key) => setAdded(String(key))}>
                {unused.map((filter) => (
                  <MenuItem key={filter.key} id={filter.key} className="menu-item">
                    {filter.label}
                  </MenuItem>
                ))}
              </Menu>
            </Popover>
          </MenuTrigger>
        )}
        <p className="grid-total text-muted small" aria-live="polite">
          {totalText}
        </p>
        <SortMenu columns={props.columns} state={state} onStateChange={onStateChange} />
        <span className="above-phone">
          <ColumnMenu
            columns={props.columns}
            visible={props.visible}
            defaults={props.defaults}
            state={state}
            onStateChange={onStateChange}
          />
        </span>
        {onExport && <IconButton icon="download" label={gridMessages.export} onPress={onExport} />}
      </div>
      {(chips.length > 0 || changedRows > 0) && (
        <div className="grid-tools-row">
          {chips.map((filter) => (
            <FilterChip
              key={filter.key}
              filter={filter}
              value={state.filters[filter.key] ?? ''}
              isNew={filter.key === added}
              onChange={(value) => {
                setAdded(null);
                onStateChange(withFilter(state, filter.key, value));
              }}
              onCancel={() => setAdded(null)}
            />
          ))}
          {Object.keys(state.filters).length > 1 && (
            <Button tone="quiet" onPress={() => onStateChange({ ...state, filters: {} })}>
              {gridMessages.clearAll}
            </Button>
          )}
          {changedRows > 0 && (
            <div className="grid-changed" role="status">
              {gridMessages.newRows(changedRows)}
              <Button tone="quiet" icon="refresh" onPress={onUpdate}>
                {gridMessages.showNew}
              </Button>
            </div>
          )}
        </div>
      )}
    </div>
  );
}
