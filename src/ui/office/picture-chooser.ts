/** The dialog that chooses a picture of the library, for forms of domains that do not know the library. */
import { type ComponentType, createContext } from 'react';

export interface PictureChooserProps {
  readonly title: string;
  /** Called with the address of the picture. */
  readonly onChoose: (path: string) => void;
  readonly onClose: () => void;
}

export const PictureChooserContext = createContext<ComponentType<PictureChooserProps> | null>(null);
