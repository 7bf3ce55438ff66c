/** Size and tiny preview of a picture, as WhatsApp shows them before the file has come. */
import { lookAt } from '../../../platform/pictures'

export type Picture = { readonly width?: number; readonly height?: number; readonly jpegThumbnail: string | null }

const EDGE = 96

/** A file that is no picture we can read is sent without preview. */
export async function pictureOf(path: string): Promise<Picture> {
  const seen = await lookAt(path, { edge: EDGE, quality: 60, withoutEnlargement: true })
  if (!seen) return { jpegThumbnail: null }
  const { width, height, tiny } = seen
  return { width, height, jpegThumbnail: tiny?.toString('base64') ?? null }
}
