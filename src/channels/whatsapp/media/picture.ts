/** Dimensions and thumbnail of a picture, which WhatsApp shows before the file is downloaded. */
import { pictureJob } from '../../../platform/parsing/jobs'
import type { Parse } from '../../../platform/parsing/parsing'

export type Picture = { readonly width?: number; readonly height?: number; readonly jpegThumbnail: string | null }

const EDGE = 96

/** Pictures that we cannot decode are sent without them. */
export async function pictureOf(parse: Parse, path: string): Promise<Picture> {
  const seen = await parse(pictureJob, { path, edge: EDGE, quality: 60, withoutEnlargement: true })
  if (!seen) return { jpegThumbnail: null }
  const { width, height, tiny } = seen
  return { width, height, jpegThumbnail: tiny }
}
