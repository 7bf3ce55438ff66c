/** Size and thumbnail of a picture. Decoding takes four bytes per pixel: huge pictures are not decoded, and never two at once. */

/** Above every camera's, and 160 MB when decoded. */
const MOST_POINTS = 40_000_000

type Seen = { readonly width: number; readonly height: number; readonly tiny: Buffer | null }
type Options = { readonly edge: number; readonly quality: number; readonly withoutEnlargement?: boolean }

let last: Promise<unknown> = Promise.resolve()

/** `tiny` is a JPEG within `edge` × `edge`; null for a huge picture. Undefined for anything we cannot read. */
export async function lookAt(path: string, options: Options): Promise<Seen | undefined> {
  const turn = last.then(() => decode(path, options))
  last = turn.catch(() => {})
  return turn.catch(() => undefined)
}

async function decode(path: string, { edge, quality, withoutEnlargement = false }: Options): Promise<Seen> {
  const picture = new Bun.Image(Bun.file(path))
  const { width, height } = await picture.metadata()
  if (width * height > MOST_POINTS) return { width, height, tiny: null }
  const tiny = await picture.resize(edge, edge, { fit: 'inside', withoutEnlargement }).jpeg({ quality }).toBuffer()
  return { width, height, tiny }
}
