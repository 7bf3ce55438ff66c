/** A file leaves a pretend phone, measured first as a real one would do. */
import type { MediaKind } from '../../../../src/simulator/contract'
import { command, uploadMedia } from '../api'

export async function sendFile(from: string, to: string, kind: MediaKind, file: File): Promise<void> {
  const [mediaId, measures] = await Promise.all([uploadMedia(file), measure(kind, file)])
  const name = kind === 'document' ? { name: file.name } : {}
  await command({
    do: 'sendMedia',
    from,
    to,
    kind,
    mediaId,
    mimetype: file.type || 'application/octet-stream',
    ...name,
    ...measures,
  })
}

async function measure(kind: MediaKind, file: File): Promise<{ width?: number; height?: number; seconds?: number }> {
  if (kind === 'image') {
    const picture = await createImageBitmap(file).catch(() => null)
    return picture ? { width: picture.width, height: picture.height } : {}
  }
  if (kind === 'audio') {
    const seconds = await lengthOf(file)
    return seconds === null ? {} : { seconds }
  }
  return {}
}

function lengthOf(file: File): Promise<number | null> {
  const url = URL.createObjectURL(file)
  const sound = new Audio()
  return new Promise<number | null>((resolve) => {
    sound.onloadedmetadata = () =>
      resolve(Number.isFinite(sound.duration) ? Math.max(1, Math.round(sound.duration)) : null)
    sound.onerror = () => resolve(null)
    sound.src = url
  }).finally(() => URL.revokeObjectURL(url))
}
