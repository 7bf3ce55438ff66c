/** The test double of a messenger: collects sent messages in an array, and reports incoming ones as WhatsApp does. */
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
    firstContact: (ref, isRefused) => note('firstContact', ref, isRefused),
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

  /** Recipient of a sent message. */
  const chatOf = (externalId?: string): readonly Address[] =>
    sent.flatMap((one) => (one.externalId === externalId ? one.to : []))

  return {
    channel,
    /** Passkey requests of the messenger, by `keyOf` of the connection. */
    demands,
    /** Every attempt to send a message. */
    sent,
    /** Every attempt to send a message action. */
    actions,
    calls,
    /** Replaces the phones' address books. */
    knows(now: PhoneBook) {
      book = now
    },
    called: (what: string) => calls.filter((call) => call.what === what),
    /** Results of the next attempts; later ones are `sent` again. */
    answerNext: (...next: Answer[]) => void answers.push(...next),
    answerAlways(answer: Answer) {
      always = answer
      answers = []
    },
    /** Makes this call fail from now on. */
    breakAt: (what: string) => void broken.add(what),
    mend: (what: string) => void broken.delete(what),
    /** Registers a username with WhatsApp. */
    registerUsername: (username: string, lid: string, key: string | null = null) =>
      void usernames.set(username.toLowerCase(), { username, lid, key }),
    register: (number: string, addresses: readonly Address[] | null) => void registered.set(number, addresses),
    /** Makes this file unavailable, with the reason. */
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
  downloadKey: ticket,
  sha256: null,
  ...wanted,
})
