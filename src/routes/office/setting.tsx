import { photoPath } from '#domains/catalogue/model/photo.ts';
import { PicturePicker } from '#domains/catalogue/ui/office/pictures/PicturePicker.tsx';
import { SettingScreen } from '#domains/settings/ui/office/SettingScreen.tsx';
import { PictureChooserContext, type PictureChooserProps } from '#ui/office/picture-chooser.ts';

export { loadSetting as loader } from '#domains/settings/ui/office/load-settings.ts';

/** Chooses a picture of the library. */
const PictureChooser = ({ title, onChoose, onClose }: PictureChooserProps) => (
  <PicturePicker title={title} onChoose={(picture) => onChoose(photoPath(picture))} onClose={onClose} />
);

export const Component = () => (
  <PictureChooserContext value={PictureChooser}>
    <SettingScreen />
  </PictureChooserContext>
);
