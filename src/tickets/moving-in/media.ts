/** The file of a moved message, as screens need it. Pure. */
import type { IncomingMedia } from '../../channels/channel'
import type { MovedFile } from '../../moving-in/mover'
import { fileName } from '../../platform/text'
import type { StoredMedia } from '../messages/tables'
import { type MessageRow, nameOfFile, typeByName } from './read-row'

/** Null without a file. `file` is null if theirs is missing: then it can be requested from the phone, once one is linked. */
export function mediaOf(row: MessageRow, said: IncomingMedia | null, file: MovedFile | null): StoredMedia | null {
  if (row.mediaPath === null && said === null) return null
  const { seconds = null, width = null, height = null, waveform = null, thumbnail = null, pages } = said ?? {}
  const facts = { seconds, width, height, waveform: waveform && [...waveform], thumbnail, ...(pages && { pages }) }
  const name = nameOfFile(row, said)
  if (file)
    return {
      ...facts,
      name: name ?? (fileName(file.name) || null),
      mimetype: typeOf(said?.mimetype, file.mimetype),
      size: file.size,
      state: 'ready',
      file: file.file,
      ticket: null,
    }
  return {
    ...facts,
    name,
    mimetype: said?.mimetype ?? typeByName(row.mediaPath ?? ''),
    size: said?.size ?? null,
    state: 'failed',
    failure: 'unavailable',
    file: null,
    ticket: said?.downloadKey ?? null,
  }
}

/** The content decides; WhatsApp's word only adds a codec. */
const typeOf = (said: string | undefined, read: string): string =>
  said !== undefined && said.split(';')[0] === read.split(';')[0] ? said : read
