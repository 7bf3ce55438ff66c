/** Automatic messages to a contact: greeting, farewell, why a call was refused. They do not count as an answer. */

import type { Connection } from '../../channels/connections/tables'
import type { Cx } from '../../platform/cx'
import type { ReceivedFile } from '../../platform/uploads'
import type { Queue } from '../../queues/tables'
import { kindOf } from '../media/upload'
import { mediaDue } from '../messages/events'
import type { Ticket } from '../tables'
import { finalText } from './final-text'
import { postMessage } from './send'
import type { Values } from './variables'

/** Screens show the bot as their author. */
const ofBot = { origin: { by: 'bot', name: '' } } as const

/** Sends nothing if the variables leave an empty text. `values` are variables of this text only. */
export function sendAutomatic(cx: Cx, ticket: Ticket, body: string, values: Values = {}) {
  if (finalText(cx, ticket, body, { values }) === '') return
  postMessage(cx, ticket, {
    kind: 'chat',
    body,
    values,
    extra: ofBot,
    media: null,
    quotedId: null,
    clientId: null,
    userId: null,
  })
}

/** A file referred to by a row of ours, as `receiveSingleFile` stored it. `file` is its stored name. */
export type AutomaticFile = Omit<ReceivedFile, 'file'> & { readonly file: string }

/** The file of a queue or an option. */
export const fileOfRow = (
  row: Pick<Queue, 'mediaFile' | 'mediaName' | 'mediaType' | 'mediaSize'>,
): AutomaticFile | null =>
  row.mediaFile === null
    ? null
    : {
        file: row.mediaFile,
        name: row.mediaName ?? '',
        mimetype: row.mediaType ?? 'application/octet-stream',
        size: row.mediaSize ?? 0,
      }

/** The file of a connection's greeting. */
export const fileOfConnection = (connection: Connection): AutomaticFile | null =>
  fileOfRow({
    mediaFile: connection.greetingMediaFile,
    mediaName: connection.greetingMediaName,
    mediaType: connection.greetingMediaType,
    mediaSize: connection.greetingMediaSize,
  })

export function sendAutomaticFile(cx: Cx, ticket: Ticket, { file, name, mimetype, size }: AutomaticFile, body = '') {
  const unmeasured = { seconds: null, width: null, height: null, waveform: null, thumbnail: null, ticket: null }
  const { id } = postMessage(cx, ticket, {
    kind: kindOf(mimetype, size),
    body,
    extra: ofBot,
    media: { ...unmeasured, name, mimetype, size, state: 'ready', file },
    quotedId: null,
    clientId: null,
    userId: null,
  })
  cx.happened(mediaDue({ messageId: id }))
}
