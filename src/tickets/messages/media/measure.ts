/** What a screen needs before a file loads: dimensions, and a thumbnail as a placeholder. */
import type { Outgoing } from '../../../channels/channel'
import { lookAt } from '../../../platform/pictures'
import type { StoredMedia } from '../tables'

type Facts = Pick<StoredMedia, 'width' | 'height' | 'thumbnail' | 'seconds' | 'waveform'>
const unknown: Facts = { width: null, height: null, thumbnail: null, seconds: null, waveform: null }
const THUMBNAIL_SIDE = 72

/** `kind` decides what is measured. What cannot be read stays unknown: the file is sent all the same. */
export async function measure(path: string, kind: Outgoing['kind']): Promise<Facts> {
  if (kind === 'image' || kind === 'sticker') return measureImage(path)
  if (kind === 'audio' || kind === 'video') return { ...unknown, ...(await measureTrack(path)) }
  return unknown
}

/** Not an image we can read: shown without reserved room. */
async function measureImage(path: string): Promise<Facts> {
  const seen = await lookAt(path, { edge: THUMBNAIL_SIDE, quality: 50 })
  if (!seen) return unknown
  const { width, height, tiny } = seen
  return { ...unknown, width, height, thumbnail: tiny && `data:image/jpeg;base64,${tiny.toString('base64')}` }
}

async function measureTrack(path: string): Promise<Partial<Facts>> {
  const { BlobSource, containers, Input } = await import('./containers')
  const input = new Input({ formats: containers, source: new BlobSource(Bun.file(path)) })
  try {
    const video = await input.getPrimaryVideoTrack()
    const seconds = Math.round(await input.computeDuration())
    return video ? { seconds, width: video.displayWidth, height: video.displayHeight } : { seconds }
  } catch {
    return {} // a container we cannot read may still play elsewhere
  }
}
