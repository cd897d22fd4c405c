import PushSwitch, { type PushSwitchProps } from '#domains/outbound/push/ui/PushSwitch.tsx';
import OneClickResumption from '#domains/selling/checkout/ui/one-click/OneClickResumption.tsx';

/** Parts of the layout that are loaded and shown once the page is idle. */
export default function IdleParts(props: PushSwitchProps) {
  return (
    <>
      <OneClickResumption />
      <PushSwitch {...props} />
    </>
  );
}
