/** Chosen files. Pictures are measured before they are sent, so that their bubbles have the right shape at once. */
import { fileKind } from '../rules/attachments'
import type { OutgoingFile } from '../rules/outgoing'

export type PictureSize = { readonly width: number; readonly height: number }

const known = new WeakMap<File, PictureSize>()

/** Called when a file is chosen. Dimensions of formats that the browser cannot decode stay unknown. */
export async function measurePicture(file: File): Promise<void> {
  if (fileKind(file) !== 'image') return
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) return
  known.set(file, { width: bitmap.width, height: bitmap.height })
  bitmap.close()
}

export const sizeOf = (file: File): PictureSize | null => known.get(file) ?? null

/** A file as its bubble shows it while it is being sent. */
export const outgoingFile = (file: File): OutgoingFile => ({
  file,
  url: URL.createObjectURL(file),
  kind: fileKind(file),
  size: sizeOf(file),
})
