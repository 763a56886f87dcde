const CARD_IMAGES = 4;

export type GridTile = {
  path: string;
  /** Number of images that the grid omits; on the last tile only. */ more: number;
};

/** The tiles of a card's image grid: up to four images, the fourth with the number of omitted ones; or all images. */
export function imageTiles(images: readonly string[], isWhole = false): GridTile[] {
  if (isWhole) return images.map((path) => ({ path, more: 0 }));
  const rest = images.length - CARD_IMAGES;
  return images
    .slice(0, CARD_IMAGES)
    .map((path, index) => ({ path, more: rest > 0 && index === CARD_IMAGES - 1 ? rest : 0 }));
}
