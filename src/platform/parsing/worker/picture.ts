/** Dimensions and thumbnail of a picture. Huge pictures are not decoded, which would take four bytes per pixel. */
import { pictureJob } from '../jobs'
import { parserFor } from './serve'

/** More pixels than any camera's; 160 MB when decoded. */
const MOST_POINTS = 40_000_000
/**
 * The pixel limit also bounds other data unpacked from a picture; this minimum leaves room for a small picture's colour
 * profile.
 */
const FEWEST_POINTS = 1_000_000
/** A progressive JPEG has about ten scans, and each covers all pixels. */
const MOST_SCANS = 100

export const parsePicture = parserFor(pictureJob, async ({ path, edge, quality, withoutEnlargement }) => {
  const bytes = withoutAppendix(Buffer.from(await Bun.file(path).arrayBuffer()))
  const { width, height } = await new Bun.Image(bytes).metadata()
  const points = width * height
  if (points > MOST_POINTS || hasManyScans(bytes)) return { width, height, tiny: null }
  const picture = new Bun.Image(bytes, { maxPixels: Math.max(points, FEWEST_POINTS) })
  const tiny = await picture.resize(edge, edge, { fit: 'inside', withoutEnlargement }).jpeg({ quality }).toBuffer()
  return { width, height, tiny: withoutProfile(Buffer.from(tiny)).toString('base64') }
})

const [JPEG, SCAN] = [Buffer.of(0xff, 0xd8), Buffer.of(0xff, 0xda)]
const PROFILE = 0xffe2

const isJpeg = (bytes: Buffer): boolean => bytes.subarray(0, JPEG.length).equals(JPEG)

/** Drops what phones append to a JPEG, such as videos and other pictures. */
function withoutAppendix(bytes: Buffer): Buffer {
  if (!isJpeg(bytes)) return bytes
  const END = 0xd9
  let at = JPEG.length
  for (;;) {
    at = bytes.indexOf(0xff, at)
    if (at < 0 || at + 4 > bytes.length) return bytes
    const marker = bytes[at + 1] ?? 0
    if (marker === END) return bytes.subarray(0, at + 2)
    at += hasLength(marker) ? 2 + bytes.readUInt16BE(at + 2) : 1
  }
}

/** False for markers inside scan data and for those of start and end of image. */
const hasLength = (marker: number): boolean => marker >= 0xc0 && marker !== 0xff && (marker < 0xd0 || marker > 0xd9)

function hasManyScans(bytes: Buffer): boolean {
  if (!isJpeg(bytes)) return false
  let scans = 0
  for (let at = bytes.indexOf(SCAN); at >= 0 && scans <= MOST_SCANS; at = bytes.indexOf(SCAN, at + SCAN.length))
    scans += 1
  return scans > MOST_SCANS
}

/**
 * Drops the colour profile from the thumbnail, which may be larger than everything else. It is in segments before the
 * scans.
 */
function withoutProfile(jpeg: Buffer): Buffer {
  const kept = [jpeg.subarray(0, JPEG.length)]
  let at = JPEG.length
  while (jpeg.readUInt16BE(at) !== SCAN.readUInt16BE()) {
    const end = at + 2 + jpeg.readUInt16BE(at + 2)
    if (jpeg.readUInt16BE(at) !== PROFILE) kept.push(jpeg.subarray(at, end))
    at = end
  }
  return Buffer.concat([...kept, jpeg.subarray(at)])
}
