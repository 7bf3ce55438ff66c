/**
 * Messages that arrived and could not be decrypted. Baileys requests a repetition from the sender and then from the
 * phone, but only while this socket is open. So each is stored before WhatsApp is told that it arrived, is shown as a
 * placeholder after a restart, and is requested from the phone again after a reconnect, until its content arrives.
 */
import type { BinaryNode, WAMessage } from '@whiskeysockets/baileys'
import { DAY, HOUR } from '../../../platform/time'
import { type Incoming, mayBeSame } from '../../channel'
import type { Baileys } from '../baileys/baileys'
import { briefly } from '../baileys/log'
import { childOf } from '../groups/group-stanzas'
import { isPeer } from '../history/notification'
import { envelopeOf } from '../parsing/parse'
import type { SessionContext } from '../session/context'
import type { LiveSocket } from '../session/live-socket'
import type { Credentials } from '../storage/credentials'
import { CIPHERTEXT, placeholderOf } from './baileys-events'
import { type Gap, type KeptGap, openGapRows } from './gap-rows'
import type { Me } from './inbox-rows'

export type Gaps = ReturnType<typeof openGaps>

type Context = Pick<SessionContext, 'ref' | 'db' | 'limits' | 'log' | 'now'>

/** After three unanswered requests the phone does not have the message. It may be off for days in between. */
const MOST_ASKED = 3
const APART_MS = HOUR
/** Older messages are not requested, as in WhatsApp's own clients. */
const LIFE_MS = 14 * DAY
const ROWS_PER_RUN = 50

/** A repetition of a handled message: its message key was used the first time. In groups the error has counters. */
export function isRepeated(error: unknown, { MISSING_KEYS_ERROR_TEXT }: Baileys): boolean {
  const text = error instanceof Error ? error.message : ''
  return text === MISSING_KEYS_ERROR_TEXT || text.startsWith('Received message with old counter')
}

/** Reason why only the phone has the content; null if the content is present. */
export function gapIn(node: BinaryNode): Pick<Gap, 'isViewOnce'> | null {
  const content = Array.isArray(node.content) ? node.content : []
  if (content.some(({ tag }) => tag === 'enc' || tag === 'plaintext')) return null
  const why = childOf(node, 'unavailable')?.attrs.type
  return why?.endsWith('_fanout') ? null : { isViewOnce: why === 'view_once' }
}

type OpenSession = { readonly baileys: Baileys; readonly credentials: Pick<Credentials, 'otherHalf'>; me(): Me }
type Envelope = NonNullable<ReturnType<typeof envelopeOf>>

export function openGaps(context: Context, { baileys, credentials, me }: OpenSession) {
  const { db, ref, now, log } = context
  const rows = openGapRows(db, ref.connectionId)
  /** Message ids by row key; includes all that are on disk. */
  const known = new Map(rows.list().map(({ key, gap }) => [key, gap.attrs.id]))
  const around = { otherHalf: credentials.otherHalf }

  /** The gaps that this message fills. */
  function listOf(arrival: Envelope): KeptGap[] {
    const isKnown = known.values().some((id) => id === arrival.externalId)
    return isKnown ? rows.list().filter(({ gap }) => isPlaceOf(gap, arrival)) : []
  }

  function isPlaceOf(gap: Gap, arrival: Envelope): boolean {
    const envelope = envelopeOf(messageOf(gap), around)
    return envelope !== null && mayBeSame(envelope, arrival)
  }

  const isOver = ({ attrs }: Gap): boolean => now() - Number(attrs.t) * 1000 > LIFE_MS
  const isDue = ({ isViewOnce, asked, askedAt }: Gap): boolean =>
    !isViewOnce && asked < MOST_ASKED && now() - askedAt > APART_MS

  function messageOf({ attrs, isViewOnce }: Gap, { id, lid = '' } = me()): WAMessage {
    const { fullMessage } = baileys.decodeMessageNode({ tag: 'message', attrs: { ...attrs } }, id, lid)
    return isViewOnce
      ? { ...fullMessage, key: { ...fullMessage.key, isViewOnce } }
      : { ...fullMessage, messageStubType: CIPHERTEXT }
  }

  /** Null outside a conversation, where Baileys throws. */
  function readEnvelope(gap: Gap, of?: Me): Envelope | null {
    try {
      return envelopeOf(messageOf(gap, of), around)
    } catch {
      return null
    }
  }

  function forget(key: string): void {
    try {
      rows.remove(key)
      known.delete(key)
    } catch (error) {
      log.warn({ ...ref, ...briefly(error) }, 'whatsapp: a gap could not be deleted')
    }
  }

  async function askForAll({ sock, gone }: LiveSocket): Promise<void> {
    const due = rows.list().filter(({ gap }) => isDue(gap) && !isOver(gap))
    for (const { key, gap } of due.slice(0, ROWS_PER_RUN)) {
      if (gone.aborted) return
      // Counted before the request, so that a crash in between cannot cause endless requests.
      rows.update(key, { ...gap, asked: gap.asked + 1, askedAt: now() })
      const { id = null, remoteJid = null, fromMe = null, participant = null } = messageOf(gap).key
      await sock.sendPeerDataOperationMessage({
        placeholderMessageResendRequest: [{ messageKey: { remoteJid, fromMe, id, participant } }],
        peerDataOperationRequestType: baileys.proto.Message.PeerDataOperationRequestType.PLACEHOLDER_MESSAGE_RESEND,
      })
    }
  }

  return {
    /** The row to store; null if nothing is missing. */
    toKeep(attrs: Gap['attrs'], what: Pick<Gap, 'isAction' | 'isViewOnce'>): KeptGap | null {
      const { id, from, participant = '' } = attrs
      if (!id || isPeer(attrs)) return null
      const gap = { attrs, ...what, asked: 0, askedAt: 0 }
      const envelope = readEnvelope(gap)
      if (!envelope || listOf(envelope).length > 0) return null
      const key = `${from}/${participant}/${id}`
      known.set(key, id)
      return { key, gap }
    },
    /** Called when the content has arrived: deletes the gap. */
    filled(arrival: Envelope): void {
      for (const { key } of listOf(arrival)) forget(key)
    },
    /** The placeholders to show until then. Reported repeatedly; our server stores each once. */
    placeholders(): readonly Incoming[] {
      return rows.list().flatMap(({ key, gap }) => {
        if (isOver(gap)) forget(key)
        return (!isOver(gap) && !gap.isAction && placeholderOf(messageOf(gap), around)) || []
      })
    },
    /** Permanent placeholder of a message that only the phone can show. `of`: the account that received it. */
    keptOnPhone(attrs: Gap['attrs'], of: Me): Incoming | null {
      if (isPeer(attrs)) return null
      const gap: Gap = { attrs, isAction: false, isViewOnce: true, asked: 0, askedAt: 0 }
      return readEnvelope(gap, of) && placeholderOf(messageOf(gap, of), around)
    },
    /** Called when the connection is open. Requests start after a delay, when Baileys' own requests are answered. */
    opened(live: LiveSocket): void {
      if (known.size === 0) return
      const complain = (error: unknown) => {
        if (!live.gone.aborted) log.warn({ ...ref, ...briefly(error) }, 'whatsapp: a phone could not be asked again')
      }
      const timer = setTimeout(() => void askForAll(live).catch(complain), context.limits.gap)
      live.gone.addEventListener('abort', () => clearTimeout(timer))
    },
  }
}
