/** Thumbnails embedded in messages. */
const LARGEST = 40_000
const [SOI_1, SOI_2] = [0xff, 0xd8] // the first bytes of every JPEG

/** As a data URL; null for anything too large or not a JPEG. */
export const thumbnailOf = (jpeg: Uint8Array | null | undefined): string | null =>
  jpeg && jpeg.length <= LARGEST && jpeg[0] === SOI_1 && jpeg[1] === SOI_2
    ? `data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}`
    : null
