/** The test double of a messenger: what we send is collected in an array, what people say arrives as WhatsApp would report it. */
import { createHash } from 'node:crypto'
import {
  type Address,
  type Channel,
  type ChannelListener,
  type ConnectionRef,
  type IncomingMedia,
  keyOf,
  type Outgoing,
  type OutgoingAction,
  type PasskeyDemand,
  type PhoneBook,
  type SendResult,
} from '../../src/channels/channel'
import type { MediaFailure } from '../../src/channels/contract'
import { DownloadFailed } from '../../src/channels/download-failed'
import { createReports } from './reports'

export type Sent = Outgoing & { readonly connectionId: number; readonly tenantUuid: string }
type Noted = { readonly what: string; readonly connectionId: number; readonly detail?: unknown }
export type SentAction = OutgoingAction & ConnectionRef
type Answer = SendResult | ((outgoing: Outgoing | OutgoingAction) => SendResult | Promise<SendResult>)

export type Telephones = ReturnType<typeof createTelephones>

export function createTelephones(listener: ChannelListener, now: () => number) {
  const sent: Sent[] = []
  const actions: SentAction[] = []
  const calls: Noted[] = []
  const files = new Map<string, Uint8Array>()
  const lost = new Map<string, MediaFailure>()
  const registered = new Map<string, readonly Address[] | null>()
  const usernames = new Map<string, { username: string; lid: string; key: string | null }>()
  const somebody: readonly Address[] = [{ kind: 'phone', value: '5511900099999' }]
  let book: PhoneBook = { people: [{ addresses: somebody, name: 'Da agenda' }], chats: [somebody] }
  let answers: Answer[] = []
  let always: Answer = { outcome: 'sent' }
  const broken = new Set<string>()
  const demands = new Map<string, PasskeyDemand>()

  const note = (what: string, { connectionId }: ConnectionRef, detail?: unknown) => {
    calls.push({ what, connectionId, ...(detail !== undefined && { detail }) })
    if (broken.has(what)) throw new Error(`the messenger broke at ${what}`)
  }

  const answerTo = (outgoing: Outgoing | OutgoingAction) => {
    const answer = answers.shift() ?? always
    return typeof answer === 'function' ? answer(outgoing) : answer
  }

  const channel: Channel = {
    start: (ref) => note('start', ref),
    async pair(ref, request) {
      note('pair', ref, request)
    },
    keepPairing: (ref) => note('keepPairing', ref),
    passkey: (ref) => demands.get(keyOf(ref)) ?? null,
    async logout(ref) {
      note('logout', ref)
    },
    async stop(ref) {
      note('stop', ref)
    },
    async stopAll() {},
    async send(ref, outgoing) {
      sent.push({ ...outgoing, ...ref })
      return answerTo(outgoing)
    },
    async sendAction(ref, action) {
      actions.push({ ...action, ...ref })
      return answerTo(action)
    },
    async markRead(ref, chat, messages) {
      const authors = messages.map(({ author }) => author)
      note('markRead', ref, { to: chat.value, externalIds: messages.map(({ externalId }) => externalId), authors })
    },
    async describeGroup(ref, group) {
      note('describeGroup', ref, group.value)
    },
    watch(ref, chats) {
      note(
        'watch',
        ref,
        chats.map(({ value }) => value),
      )
    },
    async setTyping(ref, chat, state) {
      note('setTyping', ref, { to: chat.value, state })
    },
    async lookUp(ref, numbers) {
      for (const number of numbers) note('lookUp', ref, number)
      return new Map(
        numbers.map((number) => {
          const known = registered.get(number)
          return [number, known === undefined ? [{ kind: 'phone', value: number }] : known]
        }),
      )
    },
    async findUsername(ref, wanted) {
      note('findUsername', ref, wanted)
      const known = usernames.get(wanted.username.toLowerCase())
      if (!known) return { is: 'nobody' }
      return known.key === null || known.key === wanted.key
        ? { is: 'somebody', addresses: [{ kind: 'lid', value: known.lid, username: known.username }] }
        : { is: 'protected' }
    },
    async phoneBook(ref) {
      note('phoneBook', ref)
      return book
    },
    async picture(ref, address, path) {
      note('picture', ref, address.value)
      const content = files.get(`picture of ${address.value}`)
      if (content) await Bun.write(path, content)
      return content !== undefined
    },
    async block(ref, address, isBlocked) {
      note('block', ref, { of: address.value, isBlocked })
      return true
    },
    async download(ref, ticket, path) {
      note('download', ref, ticket)
      const why = lost.get(ticket)
      if (why) throw new DownloadFailed(why)
      const content = files.get(ticket)
      if (!content) throw new Error('the media server has no such file')
      await Bun.write(path, content)
      return { size: content.length, sha256: createHash('sha256').update(content).digest('hex') }
    },
  }

  /** Of what we sent: whom it reached. */
  const chatOf = (externalId?: string): readonly Address[] =>
    sent.flatMap((one) => (one.externalId === externalId ? one.to : []))

  return {
    channel,
    /** The passkeys that the messenger demands, by `keyOf` of the connection. */
    demands,
    /** Everything that was handed to the messenger, every try of it. */
    sent,
    /** The same of what was done to messages. */
    actions,
    calls,
    /** What the phones know from now on. */
    knows(now: PhoneBook) {
      book = now
    },
    called: (what: string) => calls.filter((call) => call.what === what),
    /** The next tries end so; after them `sent` again. */
    answerNext: (...next: Answer[]) => void answers.push(...next),
    answerAlways(answer: Answer) {
      always = answer
      answers = []
    },
    /** From now on this call fails. */
    breakAt: (what: string) => void broken.add(what),
    mend: (what: string) => void broken.delete(what),
    /** What WhatsApp knows of a number: its addresses, or null for "no such account". */
    registerUsername: (username: string, lid: string, key: string | null = null) =>
      void usernames.set(username.toLowerCase(), { username, lid, key }),
    register: (number: string, addresses: readonly Address[] | null) => void registered.set(number, addresses),
    /** From now on this file cannot be fetched, and why. */
    loseFile: (ticket: string, why: MediaFailure) => void lost.set(ticket, why),
    keepFile(ticket: string, content: Uint8Array) {
      lost.delete(ticket)
      files.set(ticket, content)
    },

    ...createReports(listener, now, chatOf),
  }
}

export const phone = (value: string): Address => ({ kind: 'phone', value })
export const lid = (value: string): Address => ({ kind: 'lid', value })
export const group = (value: string): Address => ({ kind: 'group', value })

export const announcedFile = (ticket: string, wanted: Partial<IncomingMedia> = {}): IncomingMedia => ({
  mimetype: 'image/jpeg',
  name: null,
  size: 10,
  seconds: null,
  width: null,
  height: null,
  waveform: null,
  thumbnail: null,
  ticket,
  sha256: null,
  ...wanted,
})
