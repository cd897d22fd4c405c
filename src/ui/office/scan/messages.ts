/** Text of the fields that read bar codes. */
export const scanMessages = {
  label: 'Scan or type a bar code or SKU',
  add: 'Find',
  camera: 'Scan with the camera',
  cameraTitle: 'Scan with the camera',
  cameraPicture: 'Picture of the camera',
  cameraHint: 'Hold the bar code into the line.',
  cameraFound: (code: string) => `Read ${code}. Hold the next one into the line.`,
  cameraDone: 'Done',
  cameraRefused: 'The browser may not use the camera. Allow it in the browser’s settings for this site, or type the code.',
  cameraMissing: 'This device has no camera. Type the code, or use a scanner.',
  cameraFailed: 'The camera couldn’t be opened. Close other programs that use it, or type the code.',
} as const;
