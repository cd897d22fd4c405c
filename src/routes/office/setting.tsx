import { photoPath } from '#domains/catalogue/model/photo.ts';
import { PicturePicker } from '#domains/catalogue/ui/office/pictures/PicturePicker.tsx';
import { ZoneTrial } from '#domains/selling/shipping/ui/office/ZoneTrial.tsx';
import { DELIVERY_ZONES } from '#domains/settings/model/groups/delivery-zones.ts';
import { type SettingPanels, SettingScreen } from '#domains/settings/ui/office/SettingScreen.tsx';
import { PictureChooserContext, type PictureChooserProps } from '#ui/office/picture-chooser.ts';

export { loadSetting as loader } from '#domains/settings/ui/office/load-settings.ts';

const PANELS: SettingPanels = { [DELIVERY_ZONES.id]: ZoneTrial };

/** Chooses a picture of the library. */
const PictureChooser = ({ title, onChoose, onClose }: PictureChooserProps) => (
  <PicturePicker title={title} onChoose={(picture) => onChoose(photoPath(picture))} onClose={onClose} />
);

export const Component = () => (
  <PictureChooserContext value={PictureChooser}>
    <SettingScreen panels={PANELS} />
  </PictureChooserContext>
);
