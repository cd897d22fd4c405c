/** Where pictures are dropped or chosen. */
import { useState } from 'react';
import { DropZone, FileTrigger, isFileDropItem, Text } from 'react-aria-components';
import { pictureListMessages as text } from '#domains/catalogue/messages/office-pictures.ts';
import { Button } from '#ui/office/Button.tsx';
import { OfficeIcon } from '#ui/office/OfficeIcon.tsx';

/** Some browsers know no type for files of cameras, so the shop decides by the content. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif', 'image/tiff'];

export function PictureDrop({ onFiles }: { readonly onFiles: (files: File[]) => void }) {
  const [isOver, setIsOver] = useState(false);
  return (
    <DropZone
      className={isOver ? 'pic-drop is-over' : 'pic-drop'}
      onDropEnter={() => setIsOver(true)}
      onDropExit={() => setIsOver(false)}
      onDrop={({ items }) => {
        setIsOver(false);
        void Promise.all(items.filter(isFileDropItem).map((item) => item.getFile())).then((files) => files.length > 0 && onFiles(files));
      }}
    >
      <OfficeIcon name="pictures" />
      <div>
        <Text slot="label" className="pic-drop-label">
          {text.drop}
        </Text>
        <p className="text-muted small">{text.dropHint}</p>
      </div>
      <FileTrigger
        allowsMultiple
        acceptedFileTypes={PICTURE_TYPES}
        onSelect={(files) => {
          if (files && files.length > 0) onFiles([...files]);
        }}
      >
        <Button tone="primary" icon="plus">
          {text.choose}
        </Button>
      </FileTrigger>
    </DropZone>
  );
}
