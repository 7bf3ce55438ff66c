/** Messenger and Instagram as a product of the engine. */
import * as v from 'valibot'
import type { Address } from '../../../contacts/address'
import type { Encryption } from '../../../platform/encryption'
import { type ConnectionRef, keyOf } from '../../channel'
import { DownloadFailed } from '../../download-failed'
import { reachOf } from '../hosts'
import type { Account, Post, Product } from '../product'
import { fileAddress } from './files'
import { addressIn, echoesOf, isByPerson, readPart, splitEntry } from './parse'
import { createNames, downloadPicture, personIn, readProfile } from './profiles'
import { type PageChannel, type Piece, piecesOf, reactionOf, requestOf } from './render'

export type PagesDeps = {
  /** As in the engine. */
  publicUrl(): string | null
  readonly fileEncryption: Encryption
  now(): number
}

const channelIn = ({ credentials: { channel } }: Account): PageChannel =>
  channel === 'instagram' ? channel : 'facebook'

const Accepted = v.object({ message_id: v.string(), recipient_id: v.optional(v.string()) })

export function createPages({ publicUrl, fileEncryption, now }: PagesDeps): Product {
  const names = createNames(now)
  const nameKey = (ref: ConnectionRef, chat: string) => `${keyOf(ref)}/${chat}`

  const post = ({ credentials }: Account, ours: string, body: unknown): Post => ({
    ours,
    path: `${credentials.sender}/messages`,
    body,
  })

  async function act(account: Account, chat: Address, action: string): Promise<void> {
    const { graph, credentials, appSecret } = account
    await graph.call({
      method: 'POST',
      path: `${credentials.sender}/messages`,
      body: { recipient: { id: chat.value }, sender_action: action },
      token: credentials.token,
      appSecret,
    })
  }

  const contentOf = (piece: Piece, company: string): Readonly<Record<string, unknown>> => {
    if ('file' in piece) {
      const url = fileAddress({ publicUrl: publicUrl(), encryption: fileEncryption, now }, company, piece.file)
      return { attachment: { type: piece.file.type, payload: { url, is_reusable: false } } }
    }
    return { text: piece.text, ...(piece.quickReplies.length > 0 && { quick_replies: piece.quickReplies }) }
  }

  return {
    channels: ['facebook', 'instagram'],
    split: splitEntry,
    read(part, ref) {
      const { name, username } = names.find(nameKey(ref, part.chat))
      return readPart(part, name, username)
    },

    async prepare(account, parts) {
      if (!account) return
      const chats = new Set(parts.filter(isByPerson).map(({ chat }) => chat))
      await Promise.all(
        [...chats].map(async (chat) => {
          const key = nameKey(account.ref, chat)
          if (!names.isDue(key)) return
          const profile = await readProfile(account, addressIn(chat)).catch(() => undefined)
          names.keep(key, profile && personIn(profile))
        }),
      )
    },

    async render(account, outgoing) {
      const channel = channelIn(account)
      const isLate = outgoing.tag === 'HUMAN_AGENT'
      return piecesOf(outgoing, channel).map((piece, at) => {
        const quoted = at === 0 ? (outgoing.quoted?.externalId ?? null) : null
        const content = contentOf(piece, account.ref.tenantUuid)
        return post(account, piece.ours, requestOf(piece, content, { to: outgoing.to, isLate, quoted }, channel))
      })
    },

    renderAction(account, action) {
      const body = reactionOf(action, channelIn(account))
      return body && post(account, action.externalId, body)
    },

    echoesOf,
    acceptedIn(answer) {
      const read = v.safeParse(Accepted, answer)
      return read.success ? { externalId: read.output.message_id, recipient: [] } : undefined
    },

    async leave({ graph, credentials: { sender, token }, appSecret }) {
      await graph.call({ method: 'DELETE', path: `${sender}/subscribed_apps`, token, appSecret })
    },
    markRead: (account, chat) => act(account, chat, 'mark_seen'),
    setTyping: (account, chat, state) => act(account, chat, state === 'paused' ? 'typing_off' : 'typing_on'),
    block: async () => false,
    picture: downloadPicture,

    async locate({ graph }, url) {
      const reach = reachOf(url, graph.addressOf(''))
      if (reach === null) throw new DownloadFailed('unavailable')
      return { url, headers: {}, sha256: null, reach }
    },
  }
}
