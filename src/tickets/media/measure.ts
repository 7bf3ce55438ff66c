/** Measures what a screen needs before a file has loaded: dimensions, and a thumbnail as placeholder. */
import type { Outgoing } from '../../channels/channel'
import { pictureJob, trackJob } from '../../platform/parsing/jobs'
import type { Parse } from '../../platform/parsing/parsing'
import type { StoredMedia } from '../messages/tables'

type Facts = Pick<StoredMedia, 'width' | 'height' | 'thumbnail' | 'seconds' | 'waveform'>
const unknown: Facts = { width: null, height: null, thumbnail: null, seconds: null, waveform: null }
const THUMBNAIL_SIDE = 72

/** `kind` decides what is measured. Unreadable properties stay unknown; the file is sent anyway. */
export async function measure(parse: Parse, path: string, kind: Outgoing['kind']): Promise<Facts> {
  if (kind === 'image' || kind === 'sticker') return measureImage(parse, path)
  if (kind === 'audio' || kind === 'video') return { ...unknown, ...(await parse(trackJob, { path })) }
  return unknown
}

/** If we cannot read the image, it is shown without reserved space. */
async function measureImage(parse: Parse, path: string): Promise<Facts> {
  const seen = await parse(pictureJob, { path, edge: THUMBNAIL_SIDE, quality: 50, withoutEnlargement: false })
  if (!seen) return unknown
  const { width, height, tiny } = seen
  return { ...unknown, width, height, thumbnail: tiny && `data:image/jpeg;base64,${tiny}` }
}
