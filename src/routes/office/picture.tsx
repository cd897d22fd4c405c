export { loadPicture as loader } from '#domains/catalogue/ui/office/pictures/load-pictures.ts';
export { PictureScreen as Component } from '#domains/catalogue/ui/office/pictures/PictureScreen.tsx';
