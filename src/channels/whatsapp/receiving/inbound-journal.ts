/**
 * Works around Baileys: it commits the ratchet and sends the receipt before the message is stored, so a crash in
 * between loses the message. Here the plaintext is written in the same transaction as the ratchet. Our server reads
 * from the journal, and stored messages are deleted from it.
 */
import type { BinaryNode, SocketConfig, WAMessageKey } from '@whiskeysockets/baileys'
import { addressKey } from '../../../contacts/address'
import { addressesOf } from '../address'
import type { Baileys } from '../baileys/baileys'
import { isPeer } from '../history/notification'
import type { Gap } from './gap-rows'
import { gapIn, isRepeated } from './gaps'
import { INBOX, type Me, type NewInboxRow } from './inbox-rows'
import { isLidMigration } from './lid-migration'
import { canBeDecoded } from './open-row'

type MakeRepository = SocketConfig['makeSignalRepository']
type Envelope = {
  /** Attributes of the stanza. */
  readonly attrs: Readonly<Record<string, string>>
  /** It is an action on a message: no placeholder is shown if it cannot be decrypted. */
  readonly isAction: boolean
  /** Number of stanzas that had arrived by then. */
  readonly place: number
}
/** Keyed by ciphertext, the same bytes object as in the stanza. */
type Envelopes = WeakMap<Uint8Array, Envelope>

/** Baileys emits nothing for a repeated message. */
const MOST_UNREAD = 1_000

type Deps = {
  /** The account of this socket. */
  me(): Me | null
  /** Called with a message that could not be decrypted, before WhatsApp is told that it arrived. */
  unread(attrs: Gap['attrs'], what: Pick<Gap, 'isAction' | 'isViewOnce'>): void
  /**
   * Called once for a message that only the phone can show, before later messages are in the journal; Baileys may emit
   * it much later.
   */
  keptOnPhone(attrs: Gap['attrs']): void
}

export function createJournal(baileys: Baileys, { me, unread, keptOnPhone }: Deps) {
  const make: MakeRepository = baileys.DEFAULT_CONNECTION_CONFIG.makeSignalRepository
  const nothing = baileys.encodeWAMessage({})
  const envelopes: Envelopes = new WeakMap()
  const unreadActions = new Set<string>()
  let written = 0
  let came = 0
  let onPhone: Pick<Envelope, 'attrs' | 'place'>[] = []

  /** Baileys handles one stanza after the other. */
  function reportUpTo(place: number): void {
    const due = onPhone.filter((one) => one.place <= place)
    onPhone = onPhone.filter((one) => one.place > place)
    for (const { attrs } of due) keptOnPhone(attrs)
  }

  function noteUnread({ attrs, isAction }: Envelope): void {
    unread(attrs, { isAction, isViewOnce: false })
    if (isAction) noteAction(keyOf(attrs.recipient || attrs.from, attrs.participant, attrs.id))
  }

  function noteAction(key: string): void {
    unreadActions.add(key)
    const [oldest = ''] = unreadActions
    if (unreadActions.size > MOST_UNREAD) unreadActions.delete(oldest)
  }

  const makeSignalRepository: MakeRepository = (auth, logger, lidsOf) => {
    const plain = make(auth, logger, lidsOf)
    const keys = auth.keys
    if (!('transaction' in keys)) throw new Error('the journal needs a key store with transactions')

    /** Nested transactions join the outer one, so ratchet and plaintext reach the store in one `set`. */
    const journaled = (ciphertext: Uint8Array, key: string, decrypt: () => Promise<Uint8Array>): Promise<Uint8Array> =>
      keys.transaction(async () => {
        const envelope = envelopes.get(ciphertext)
        if (envelope) reportUpTo(envelope.place)
        const clear = await decrypt().catch((error: unknown) => {
          if (isRepeated(error, baileys)) return null
          if (envelope) noteUnread(envelope)
          throw error
        })
        // It is in the journal, or stored; what confirmed it to WhatsApp was lost, so Baileys confirms it again.
        if (clear === null) return nothing
        if (envelope) {
          const { attrs, isAction } = envelope
          // Otherwise Baileys would request it from the sender repeatedly, and all other messages would wait meanwhile.
          const isReadable = canBeDecoded(clear, baileys)
          if (!isReadable && (isAction || isPeer(attrs))) return nothing
          written += 1
          const row: NewInboxRow = { attrs, plain: clear, me: me() }
          // Baileys passes unknown types through to the store.
          await keys.set({ [INBOX]: { [written]: row } } as object)
          if (!isReadable || isLidMigration(row, baileys)) return nothing
        }
        return clear
      }, key)

    return {
      ...plain,
      decryptMessage: (message) => journaled(message.ciphertext, message.jid, () => plain.decryptMessage(message)),
      decryptGroupMessage: (message) => journaled(message.msg, message.group, () => plain.decryptGroupMessage(message)),
    }
  }

  return {
    makeSignalRepository,
    /**
     * Must be called with each stanza before Baileys handles it. A group stanza has two encrypted parts, with a row
     * each.
     */
    remember(node: BinaryNode): void {
      const { attrs, content } = node
      came += 1
      const gap = gapIn(node)
      if (gap?.isViewOnce) onPhone.push({ attrs, place: came })
      if (gap) unread(attrs, { isAction: false, ...gap })
      if (!Array.isArray(content)) return
      for (const part of content) {
        if (part.tag !== 'enc' || !(part.content instanceof Uint8Array)) continue
        const isAction = Boolean(attrs.edit) || attrs.type === 'reaction' || part.attrs['decrypt-fail'] === 'hide'
        envelopes.set(part.content, { attrs, isAction, place: came })
      }
    },
    /** Whether Baileys emits it. */
    passed(id: string): void {
      const one = onPhone.find(({ attrs }) => attrs.id === id)
      if (one) reportUpTo(one.place)
    },
    /** Called once, when Baileys emits the message. */
    wasUnreadAction: (key: WAMessageKey): boolean =>
      unreadActions.delete(keyOf(key.remoteJid, key.participant, key.id)),
  }
}

/** Includes conversation and author, because senders choose message ids. */
const keyOf = (remoteJid: OptionalName, participant: OptionalName, id: OptionalName): string =>
  [...addressesOf(remoteJid, participant).map(addressKey), id].join('/')

type OptionalName = string | null | undefined
