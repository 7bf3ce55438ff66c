/** The test double of a messenger: what we send is collected in an array, what people say arrives as WhatsApp would report it. */
import { createHash } from 'node:crypto'
import type {
  Act,
  Address,
  Call,
  Channel,
  ChannelListener,
  ConnectionRef,
  GroupNews,
  Incoming,
  IncomingMedia,
  Outgoing,
  OutgoingAct,
  Receipt,
  SendResult,
  SessionNews,
} from '../../src/channels/channel'
import type { MediaFailure } from '../../src/channels/contract'
import { DownloadFailed } from '../../src/channels/download-failed'

export type Sent = Outgoing & { readonly connectionId: number; readonly tenantUuid: string }
type Noted = { readonly what: string; readonly connectionId: number; readonly detail?: unknown }
export type ActOptions = Pick<Act, 'chat'> & Partial<Pick<Act, 'externalId' | 'fromMe' | 'at' | 'isGroup' | 'author'>>
type Deed = { readonly target: string } & (
  | ({ readonly do: 'edit' } & Pick<Incoming, 'body' | 'mentions'>)
  | { readonly do: 'revoke'; readonly byAdmin: boolean }
  | { readonly do: 'react'; readonly emoji: string | null }
  | { readonly do: 'vote'; readonly options: readonly string[] }
  | { readonly do: 'sealed'; readonly sealed: string }
  | { readonly do: 'expire'; readonly seconds: number }
)
export type SentAct = OutgoingAct & ConnectionRef
type Answer = SendResult | ((outgoing: Outgoing | OutgoingAct) => SendResult | Promise<SendResult>)

export type Telephones = ReturnType<typeof createTelephones>

export const stoppedSession: SessionNews = {
  status: 'DISCONNECTED',
  reason: null,
  qrcode: '',
  qrcodeExpiresAt: null,
  pairingCode: null,
  retries: 0,
  number: null,
  until: null,
}

export function createTelephones(listener: ChannelListener, now: () => number) {
  const sent: Sent[] = []
  const acts: SentAct[] = []
  const calls: Noted[] = []
  const files = new Map<string, Uint8Array>()
  const lost = new Map<string, MediaFailure>()
  const registered = new Map<string, readonly Address[] | null>()
  let answers: Answer[] = []
  let always: Answer = { outcome: 'sent' }
  const broken = new Set<string>()
  let lastId = 0

  const note = (what: string, { connectionId }: ConnectionRef, detail?: unknown) => {
    calls.push({ what, connectionId, ...(detail !== undefined && { detail }) })
    if (broken.has(what)) throw new Error(`the messenger broke at ${what}`)
  }

  const answerTo = (outgoing: Outgoing | OutgoingAct) => {
    const answer = answers.shift() ?? always
    return typeof answer === 'function' ? answer(outgoing) : answer
  }

  const channel: Channel = {
    start: (ref) => note('start', ref),
    async pair(ref, request) {
      note('pair', ref, request)
    },
    keepPairing: (ref) => note('keepPairing', ref),
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
    async act(ref, act) {
      acts.push({ ...act, ...ref })
      return answerTo(act)
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
    async lookUp(ref, number) {
      note('lookUp', ref, number)
      const known = registered.get(number)
      return known === undefined ? [{ kind: 'phone', value: number }] : known
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
    /** Everything that was handed to the messenger, every try of it. */
    sent,
    /** The same of what was done to messages. */
    acts,
    calls,
    called: (what: string) => calls.filter((call) => call.what === what),
    /** The next tries end so; after them `sent` again. */
    answerNext: (...next: Answer[]) => void answers.push(...next),
    answerAlways(answer: Answer) {
      always = answer
      answers = []
    },
    /** From now on this call fails. */
    breakAt: (what: string) => void broken.add(what),
    /** What WhatsApp knows of a number: its addresses, or null for "no such account". */
    register: (number: string, addresses: readonly Address[] | null) => void registered.set(number, addresses),
    /** From now on this file cannot be fetched, and why. */
    loseFile: (ticket: string, why: MediaFailure) => void lost.set(ticket, why),
    keepFile(ticket: string, content: Uint8Array) {
      lost.delete(ticket)
      files.set(ticket, content)
    },

    /** A connection tells where it stands. */
    tell: (ref: ConnectionRef, news: Partial<SessionNews>) => listener.session(ref, { ...stoppedSession, ...news }),

    /** A message as the network hands it over. */
    deliver: (ref: ConnectionRef, ...incoming: readonly Incoming[]) => listener.incoming(ref, incoming),
    act: (ref: ConnectionRef, ...acts: readonly Act[]) => listener.acted(ref, acts),
    /** What the network tells of the past. */
    past: listener.past,
    receipt: (ref: ConnectionRef, externalIds: readonly string[], ack: 2 | 3 | 4 | 5, chat = chatOf(externalIds[0])) =>
      listener.receipts(ref, [{ externalIds, chat, ack, participant: null }]),
    ring: (ref: ConnectionRef, call: Partial<Call> & Pick<Call, 'chat' | 'externalId'>) =>
      listener.call(ref, {
        isGroup: false,
        isVideo: false,
        step: 'offered',
        at: now(),
        offline: false,
        caller: 'somebody',
        ...call,
      }),
    /** The messenger tells late that it did not take this. */
    repeatRefused: (ref: ConnectionRef, externalId: string) => listener.repeatRefused(ref, externalId),
    typing: (ref: ConnectionRef, chat: readonly Address[], state: 'composing' | 'recording' | 'paused') =>
      listener.presence(ref, chat, state),
    pictureChanged: (ref: ConnectionRef, address: Address) => listener.pictureChanged(ref, address),
    blocked: (ref: ConnectionRef, address: Address, isBlocked: boolean) => listener.blocked(ref, address, isBlocked),
    groups: (ref: ConnectionRef, ...news: readonly GroupNews[]) => listener.groups(ref, news),
    groupReceipt: (
      ref: ConnectionRef,
      externalId: string,
      receipt: Pick<Receipt, 'ack' | 'participant'> & Partial<Pick<Receipt, 'chat' | 'at'>>,
    ) => listener.receipts(ref, [{ externalIds: [externalId], chat: chatOf(externalId), ...receipt }]),
    sameContact: (ref: ConnectionRef, ...addresses: readonly Address[]) => listener.sameContact(ref, addresses),
    actOf: (deed: Deed, wanted: ActOptions): Act => ({
      externalId: `WA${++lastId}`,
      fromMe: false,
      isGroup: false,
      author: null,
      at: now(),
      ...wanted,
      ...deed,
    }),
    incoming: (wanted: Partial<Incoming> & Pick<Incoming, 'chat'>): Incoming => ({
      externalId: `WA${++lastId}`,
      fromMe: false,
      isGroup: false,
      author: null,
      pushName: null,
      kind: 'chat',
      body: '',
      media: null,
      quotedExternalId: null,
      quotedBody: null,
      sentAt: now(),
      offline: false,
      ...wanted,
    }),
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
