export const galleryTexts = {
  strip: (tool: string) => `Pictures of ${tool}`,
  picture: (nth: number, all: number) => `Picture ${nth} of ${all}`,
  pictureOf: (tool: string, nth: number, all: number) => `${tool}, picture ${nth} of ${all}`,
  previous: 'Previous picture',
  next: 'Next picture',
};
