/** The parts of a page: its fields, and its blocks in their order, which mouse and keyboard can change. */
import type { Key } from 'react-aria-components';
import {
  Button as AriaButton,
  DropIndicator,
  GridList,
  GridListItem,
  Menu,
  MenuItem,
  MenuTrigger,
  Popover,
  useDragAndDrop,
} from 'react-aria-components';
import { pageEditorMessages as text } from '#domains/content/messages/office.ts';
import { BLOCK_LABELS } from '#domains/content/messages/office-fields.ts';
import type { PageIssue } from '#domains/content/model/page-draft.ts';
import { Button, IconButton } from '#ui/office/Button.tsx';
import type { JsonObject } from '#ui/office/form/field-context.ts';
import { OfficeIcon } from '#ui/office/OfficeIcon.tsx';
import { BLOCK_TYPES, type BlockType, excerptOf, typeOfBlock } from './blocks-of.ts';

export interface KeyedBlock {
  readonly key: string;
  readonly block: JsonObject;
}

export interface BlockOutlineProps {
  readonly blocks: readonly KeyedBlock[];
  readonly sections: readonly { readonly key: string; readonly label: string }[];
  readonly selected: string;
  readonly onSelect: (key: string) => void;
  readonly onMove: (keys: readonly string[], to: number) => void;
  readonly onAdd: (type: BlockType, at: number) => void;
  readonly onDuplicate: (key: string) => void;
  readonly onRemove: (key: string) => void;
  readonly issues: readonly PageIssue[];
  readonly isReadOnly: boolean;
  /** False for the home page. */
  readonly hasBlocks: boolean;
}

export function AddBlock({ label, onAdd }: { readonly label: string; readonly onAdd: (type: BlockType) => void }) {
  return (
    <MenuTrigger>
      <Button icon="plus">{label}</Button>
      <Popover className="menu" placement="bottom start">
        <Menu onAction={(key) => BLOCK_TYPES.filter((type) => type === key).forEach(onAdd)}>
          {BLOCK_TYPES.map((type) => (
            <MenuItem key={type} id={type} className="menu-item" textValue={BLOCK_LABELS[type].label}>
              <span className="cell-two">
                <span>{BLOCK_LABELS[type].label}</span>
                <span className="text-muted small">{BLOCK_LABELS[type].hint}</span>
              </span>
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

/** Returns the worst kind of problem in a block. */
function problemOf(issues: readonly PageIssue[], index: number): 'bad' | 'wait' | null {
  const own = issues.filter(({ path }) => path[0] === 'blocks' && path[1] === index);
  if (own.some(({ isBlocking }) => isBlocking)) return 'bad';
  return own.length > 0 ? 'wait' : null;
}

export function BlockOutline(props: BlockOutlineProps) {
  const { blocks, sections, selected, onSelect, onMove, onAdd, onDuplicate, onRemove, issues, isReadOnly, hasBlocks } = props;
  const indexOf = (key: Key): number => blocks.findIndex((one) => one.key === key);
  const { dragAndDropHooks } = useDragAndDrop({
    renderDropIndicator: (target) => <DropIndicator target={target} className="outline-drop" />,
    isDisabled: isReadOnly,
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': String(key) })),
    onReorder: ({ keys, target }) => onMove([...keys].map(String), indexOf(target.key) + (target.dropPosition === 'after' ? 1 : 0)),
  });
  const step = (key: string, by: -1 | 1): void => {
    const index = indexOf(key);
    const to = index + by;
    // A place is counted in the list as it is before the move.
    if (to >= 0 && to < blocks.length) onMove([key], by === 1 ? to + 1 : to);
  };
  return (
    <nav className="outline" aria-label={text.sections}>
      <ul className="outline-sections">
        {sections.map(({ key, label }) => (
          <li key={key}>
            <button
              type="button"
              className="outline-section"
              aria-current={selected === key ? 'true' : undefined}
              onClick={() => onSelect(key)}
            >
              {label}
            </button>
          </li>
        ))}
      </ul>
      {hasBlocks && (
        <>
          <h2 className="outline-title" id="outline-blocks">
            {text.blocks}
          </h2>
          <div
            onKeyDownCapture={(event) => {
              if (isReadOnly || !blocks.some(({ key }) => key === selected)) return;
              const by = event.altKey && event.key === 'ArrowUp' ? -1 : event.altKey && event.key === 'ArrowDown' ? 1 : null;
              if (by !== null) step(selected, by);
              else if (event.key === 'Delete') onRemove(selected);
              else return;
              event.preventDefault();
              event.stopPropagation();
            }}
          >
            <GridList
              aria-labelledby="outline-blocks"
              className="outline-blocks"
              items={blocks}
              dependencies={[issues, selected, blocks, isReadOnly]}
              selectionMode="single"
              selectionBehavior="replace"
              disallowEmptySelection
              selectedKeys={blocks.some(({ key }) => key === selected) ? [selected] : []}
              onSelectionChange={(keys) => {
                const [key] = keys === 'all' ? [] : keys;
                if (key !== undefined) onSelect(String(key));
              }}
              dragAndDropHooks={dragAndDropHooks}
              renderEmptyState={() => <p className="text-muted small outline-empty">{text.noBlocks}</p>}
            >
              {(item) => {
                const index = indexOf(item.key);
                const { label } = BLOCK_LABELS[typeOfBlock(item.block)];
                const name = text.blockName(label, index + 1);
                const problem = problemOf(issues, index);
                return (
                  <GridListItem id={item.key} textValue={name} className="outline-block">
                    {!isReadOnly && (
                      <AriaButton slot="drag" className="outline-grip" aria-label={text.drag(name)}>
                        <OfficeIcon name="menu" />
                      </AriaButton>
                    )}
                    <span className="cell-two">
                      <span>
                        {label}
                        {problem && <span className={`outline-dot is-${problem}`} />}
                      </span>
                      <span className="text-muted small">{excerptOf(item.block)}</span>
                    </span>
                    {!isReadOnly && (
                      <MenuTrigger>
                        <IconButton icon="more" label={text.blockActions(name)} />
                        <Popover className="menu" placement="bottom end">
                          <Menu
                            onAction={(action) => {
                              if (action === 'up') step(item.key, -1);
                              if (action === 'down') step(item.key, 1);
                              if (action === 'copy') onDuplicate(item.key);
                              if (action === 'remove') onRemove(item.key);
                            }}
                            disabledKeys={[...(index === 0 ? ['up'] : []), ...(index === blocks.length - 1 ? ['down'] : [])]}
                          >
                            <MenuItem id="up" className="menu-item">
                              {text.moveUp}
                            </MenuItem>
                            <MenuItem id="down" className="menu-item">
                              {text.moveDown}
                            </MenuItem>
                            <MenuItem id="copy" className="menu-item">
                              {text.duplicate}
                            </MenuItem>
                            <MenuItem id="remove" className="menu-item is-danger">
                              {text.remove}
                            </MenuItem>
                          </Menu>
                        </Popover>
                      </MenuTrigger>
                    )}
                  </GridListItem>
                );
              }}
            </GridList>
          </div>
          {!isReadOnly && (
            <>
              <AddBlock label={text.addBlock} onAdd={(type) => onAdd(type, blocks.length)} />
              <p className="text-muted small outline-help">{text.keyboard}</p>
            </>
          )}
        </>
      )}
    </nav>
  );
}
