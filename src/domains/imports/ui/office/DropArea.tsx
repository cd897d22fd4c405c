/** Where a file is dropped or chosen. */
import { useState } from 'react';
import { DropZone, FileTrigger, isFileDropItem, Text } from 'react-aria-components';
import { importListMessages as text } from '#domains/imports/messages/office.ts';
import { Button } from '#ui/office/Button.tsx';
import { OfficeIcon } from '#ui/office/OfficeIcon.tsx';

const TYPES = ['.csv', '.tsv', '.txt', '.xlsx', '.json', '.jsonl', '.ndjson', '.gz'];

export function DropArea({ onFile }: { readonly onFile: (file: File) => void }) {
  const [isOver, setIsOver] = useState(false);
  return (
    <DropZone
      className={isOver ? 'drop is-over' : 'drop'}
      onDropEnter={() => setIsOver(true)}
      onDropExit={() => setIsOver(false)}
      onDrop={({ items }) => {
        setIsOver(false);
        const item = items.find(isFileDropItem);
        if (item) void item.getFile().then(onFile);
      }}
    >
      <OfficeIcon name="imports" />
      <div>
        <Text slot="label" className="drop-label">
          {text.drop}
        </Text>
        <p className="text-muted small">{text.dropHint}</p>
      </div>
      <FileTrigger
        acceptedFileTypes={TYPES}
        onSelect={(files) => {
          const file = files?.item(0);
          if (file) onFile(file);
        }}
      >
        <Button tone="primary" icon="plus">
          {text.choose}
        </Button>
      </FileTrigger>
    </DropZone>
  );
}
