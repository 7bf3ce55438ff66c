/** How large chosen pictures are, found out while they wait to be sent: their bubbles have the right shape from the first moment. */
import { fileKind } from '../rules/attachments'

export type PictureSize = { readonly width: number; readonly height: number }

const known = new WeakMap<File, PictureSize>()

/** Asked when a file is chosen. What the browser cannot draw stays unknown. */
export async function measurePicture(file: File): Promise<void> {
  if (fileKind(file) !== 'image') return
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) return
  known.set(file, { width: bitmap.width, height: bitmap.height })
  bitmap.close()
}

export const sizeOf = (file: File): PictureSize | null => known.get(file) ?? null
