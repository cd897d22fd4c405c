/** The blocks of a draft as a list with keys, and what can be done with them. */
import { useRef } from 'react';
import type { DraftRecord } from '#domains/content/model/page-draft.ts';
import type { JsonObject } from '#ui/office/form/field-context.ts';
import type { KeyedBlock } from './BlockOutline.tsx';
import { type BlockType, blocksOf, newBlock } from './blocks-of.ts';

let made = 0;
const newKey = (): string => {
  made += 1;
  return `block-${made}`;
};

export function useBlocks(record: DraftRecord, change: (record: DraftRecord) => void) {
  // Keys follow the blocks by their place. What others change replaces the list, with keys of its own where it is longer.
  const keys = useRef<string[]>([]);
  const blocks = blocksOf(record);
  while (keys.current.length < blocks.length) keys.current.push(newKey());
  keys.current.length = blocks.length;
  const items: readonly KeyedBlock[] = blocks.map((block, index) => ({ key: keys.current[index] ?? '', block }));

  const write = (next: readonly KeyedBlock[]): void => {
    keys.current = next.map(({ key }) => key);
    change({ ...record, blocks: next.map(({ block }) => block) });
  };
  const insert = (item: KeyedBlock, at: number): void => write([...items.slice(0, at), item, ...items.slice(at)]);
  return {
    items,
    insert,
    change: (key: string, block: JsonObject): void => write(items.map((item) => (item.key === key ? { key, block } : item))),
    /** Moves blocks before the place `to`, counted in the list as it is. */
    move(moved: readonly string[], to: number): void {
      const isMoved = ({ key }: KeyedBlock): boolean => moved.includes(key);
      write([
        ...items.slice(0, to).filter((item) => !isMoved(item)),
        ...items.filter(isMoved),
        ...items.slice(to).filter((item) => !isMoved(item)),
      ]);
    },
    /** @returns the key of the new block */
    add(type: BlockType, at: number): string {
      const key = newKey();
      insert({ key, block: newBlock(type) }, at);
      return key;
    },
    /** @returns the key of the copy */
    duplicate(key: string): string | null {
      const at = items.findIndex((item) => item.key === key);
      const original = items[at];
      if (!original) return null;
      const copy = newKey();
      insert({ key: copy, block: structuredClone(original.block) }, at + 1);
      return copy;
    },
    remove: (key: string): void => write(items.filter((item) => item.key !== key)),
  };
}
