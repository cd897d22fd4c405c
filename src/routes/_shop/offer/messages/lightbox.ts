/** Text of the lightbox of an offer's pictures. */
export const lightboxMessages = {
  enlargedPictures: 'Enlarged pictures',
  previousPicture: 'Previous picture',
  nextPicture: 'Next picture',
  zoomOut: 'Zoom out',
  closePictures: 'Close pictures',
  zoomIn: 'Zoom in',
} as const;
