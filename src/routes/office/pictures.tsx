export { loadPictures as loader, revalidatePictures as shouldRevalidate } from '#domains/catalogue/ui/office/pictures/load-pictures.ts';
export { PicturesScreen as Component } from '#domains/catalogue/ui/office/pictures/PicturesScreen.tsx';
