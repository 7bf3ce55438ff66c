/** Automatic messages to a contact: greeting, farewell, why a call was refused. They do not count as an answer. */

import { capabilitiesOf } from '../../channels/capabilities'
import type { Outgoing } from '../../channels/channel'
import { channelOf } from '../../channels/connections/queries'
import type { Connection } from '../../channels/connections/tables'
import type { MessageExtra, Offer } from '../../channels/contract'
import { mayWrite } from '../../channels/windows/windows'
import type { Cx } from '../../platform/cx'
import type { ReceivedFile } from '../../platform/uploads'
import type { Queue } from '../../queues/tables'
import { textsOfCompany } from '../../texts/texts'
import { writeLog } from '../log/log'
import { kindOf } from '../media/upload'
import { mediaDue } from '../messages/events'
import type { StoredMedia } from '../messages/tables'
import type { Ticket } from '../tables'
import { finalText } from './final-text'
import { postMessage } from './send'
import type { Values } from './variables'

/** Screens show the bot as their author. */
const ofBot = { origin: { by: 'bot', name: '' } } as const

/** `values` are variables of this text only. `choices` are shown where the channel has buttons or lists. */
type TextExtras = { readonly values?: Values | undefined; readonly choices?: Offer | undefined }

/**
 * Sends nothing if the variables leave an empty text, or the messenger takes no automatic message now; returns whether
 * it sends.
 */
export function sendAutomatic(
  cx: Cx,
  ticket: Ticket,
  body: string,
  { values = {}, choices }: TextExtras = {},
): boolean {
  if (finalText(cx, ticket, body, { values }) === '' || !mayAnswer(cx, ticket)) return false
  postMessage(cx, ticket, {
    kind: 'chat',
    body,
    values,
    extra: { ...ofBot, ...(choices && offered(cx, ticket, choices, values)) },
    media: null,
    quotedId: null,
    clientId: null,
    userId: null,
  })
  return true
}

/** Empty where the channel has neither buttons nor lists. */
function offered(cx: Cx, ticket: Ticket, { prompt, options }: Offer, values: Values): Pick<MessageExtra, 'choices'> {
  const { buttons, list } = capabilitiesOf(channelOf(cx.db, ticket.connectionId))
  if ((!buttons && !list) || options.length === 0) return {}
  const words = textsOfCompany(cx.tenant.language).toContact
  const text = finalText(cx, ticket, prompt, { values }) || words.choose
  return { choices: { prompt: text, options, open: words.seeChoices } }
}

/** Writes into the ticket's log that nothing was sent, and why. */
function mayAnswer(cx: Cx, ticket: Ticket): boolean {
  if (mayWrite(cx.db, ticket, { isByPerson: false, isTemplate: false }, cx.now())) return true
  writeLog(cx, ticket.id, { kind: 'windowClosed', userId: null })
  return false
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

/** As it is stored with a message that sends it. */
export const mediaOf = ({ file, name, mimetype, size }: AutomaticFile): StoredMedia => ({
  seconds: null,
  width: null,
  height: null,
  waveform: null,
  thumbnail: null,
  ticket: null,
  name,
  mimetype,
  size,
  state: 'ready',
  file,
})

export const sendAutomaticFile = (cx: Cx, ticket: Ticket, file: AutomaticFile, body = '') =>
  sendAutomaticMedia(cx, ticket, { kind: kindOf(file.mimetype, file.size), media: mediaOf(file), body })

type PreparedFile = { readonly kind: Outgoing['kind']; readonly media: StoredMedia; readonly body: string }

export function sendAutomaticMedia(cx: Cx, ticket: Ticket, { kind, media, body }: PreparedFile) {
  if (!mayAnswer(cx, ticket)) return
  const { id } = postMessage(cx, ticket, {
    kind,
    body,
    media,
    extra: ofBot,
    quotedId: null,
    clientId: null,
    userId: null,
  })
  cx.happened(mediaDue({ messageId: id }))
}
