/** Size and tiny preview of a picture, as WhatsApp shows them before the file has come. */
export type Picture = { readonly width?: number; readonly height?: number; readonly jpegThumbnail: string | null }

const EDGE = 96

/** A file that is no picture we can read is sent without preview. */
export async function pictureOf(path: string): Promise<Picture> {
  try {
    const { width, height } = await new Bun.Image(path).metadata()
    const tiny = await new Bun.Image(path)
      .resize(EDGE, EDGE, { fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: 60 })
      .toBuffer()
    return { width, height, jpegThumbnail: tiny.toString('base64') }
  } catch {
    return { jpegThumbnail: null }
  }
}
