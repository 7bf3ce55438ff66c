/** The state as shown to screens. */

import {
  type Account,
  type Chat,
  findMessage,
  hidesNumber,
  type Link,
  type MemberReceipt,
  type Message,
} from './account'
import type { ChatView, DeviceView, GroupView, MessageView, PhoneView, ReceiptView, SimulatorState } from './contract'
import { type Group, membersOf } from './groups/group'
import { HOOK_PATH } from './hooks/receiver'
import { ceremonyOf } from './linking/ceremony'
import type { Mailbox } from './mail/mailbox'
import type { Asaas } from './pix/asaas'
import { isSeenOnline } from './presence'
import type { World } from './world'

const MESSAGES_SHOWN = 60
/** A company under load has hundreds of chats; older ones include only the last message. */
const CHATS_SHOWN_WHOLE = 20

export function stateOf(
  world: World,
  mailbox: Pick<Mailbox, 'count' | 'mails'> | null,
  payments: Pick<Asaas, 'open' | 'payments'> | null,
): SimulatorState {
  const { prepared, released, delivered } = world.load
  return {
    url: `ws://${world.host}/ws/chat`,
    origin: `http://${world.host}`,
    rootKey: world.certificate.rootKey.toString('hex'),
    phones: [...world.accounts.values()].map((account) => phoneView(world, account)),
    faults: world.faults.map((fault) => ({ ...fault })),
    events: [...world.events],
    eventCount: world.eventCount,
    load: { prepared, released, delivered },
    scripts: [...world.scripts.values()].map((script) => ({
      ...script,
      startedAt: instant(script.startedAt),
      endsAt: instant(script.endsAt),
    })),
    pix: payments && { created: payments.payments.length, open: payments.open().length },
    mail: mailbox && { arrived: mailbox.count(), kept: mailbox.mails().length },
    hooks: { url: `http://${world.host}${HOOK_PATH}`, ...world.hooks.state() },
  }
}

export function phoneView(world: World, account: Account): PhoneView {
  const { phone, lid, name, role, online, banned, restrictedUntil } = account
  const isRestricted = restrictedUntil !== null && restrictedUntil > world.now()
  return {
    id: phone,
    phone,
    lid,
    name,
    role,
    online,
    banned,
    restrictedUntil: isRestricted ? instant(restrictedUntil) : null,
    about: account.habits.about,
    ...(account.username && { username: account.username }),
    ...(account.usernameKey && { usernameKey: account.usernameKey }),
    ...(hidesNumber(account) && { hidesNumber: true }),
    ...(account.picture && { picture: `media/${account.picture}` }),
    ...(account.passkey && { hasPasskey: true as const }),
    ...(account.habits.demandsPasskey && { demandsPasskey: true as const }),
    ...(account.habits.greeting !== null && { greeting: account.habits.greeting }),
    ...(account.habits.away !== null && { away: account.habits.away }),
    ...linkingOf(world, account),
    ...(account.blocked.size > 0 && { blocked: [...account.blocked] }),
    devices: [...account.links.values()].map(deviceView),
    chats: [...account.chats.values()]
      .sort(newestFirst)
      .map((chat, index) => chatView({ world, account }, chat, index < CHATS_SHOWN_WHOLE ? MESSAGES_SHOWN : 1)),
  }
}

type Eyes = { world: World; account: Account }

function messageView({ world, account }: Eyes, message: Message): MessageView {
  const { id, fromMe, author, kind, text, media, quoted, reactions, edited, revoked, viewOnce, forwarded, ack } =
    message
  const { forwardingScore, mentions, link, place, contacts, poll, disappearing } = message
  return {
    id,
    fromMe,
    author,
    kind,
    text,
    media,
    reactions,
    edited,
    revoked,
    viewOnce,
    forwarded,
    ack,
    forwardingScore,
    mentions,
    link,
    place,
    contacts,
    poll,
    disappearing,
    quoted: quoted && { ...quoted, ...meantBy(findMessage(account, message.chat, quoted.id)) },
    receipts: Object.entries(message.receipts).map(([phone, receipt]) => receiptView(phone, receipt)),
    authorName: world.accounts.get(author)?.name ?? `+${author}`,
    at: instant(message.at),
  }
}

/** Phones show their own copy of the quoted message. */
const meantBy = (quoted: Message | undefined) => (quoted?.mentions.length ? { mentions: quoted.mentions } : {})

const receiptView = (phone: string, { deliveredAt, readAt, playedAt }: MemberReceipt): ReceiptView => ({
  phone,
  deliveredAt: deliveredAt === null ? null : instant(deliveredAt),
  readAt: readAt === null ? null : instant(readAt),
  playedAt: playedAt === null ? null : instant(playedAt),
})

function chatView(eyes: Eyes, chat: Chat, shown: number): ChatView {
  const { id, kind, title, typing, disappearing, messages } = chat
  const { world } = eyes
  const group = world.groups.get(id)
  const other = world.accounts.get(id)
  return {
    id,
    kind,
    title,
    typing,
    phone: kind === 'person' ? id : null,
    unread: unreadOf(messages),
    ...(other?.role === 'company' && isSeenOnline(other) && { online: true }),
    ...(group && { group: groupView(world, group) }),
    ...(disappearing > 0 && { disappearing }),
    messages: messages.slice(-shown).map((message) => messageView(eyes, message)),
  }
}

/** Messages since the chat was last read or written in, on any device. */
const unreadOf = (messages: readonly Message[]): number =>
  messages.length - 1 - messages.findLastIndex(({ fromMe, readAt }) => fromMe || readAt !== null)

function groupView(world: World, group: Group): GroupView {
  const { description, announce, locked, approval, adding, asking, parent, picture } = group
  return {
    description,
    announce,
    locked,
    approval,
    adding,
    parent,
    asking: [...asking],
    community: group.isCommunity,
    announcements: group.isForAnnouncements,
    picture: picture === null ? null : `media/${picture}`,
    members: membersOf(world, group).map(({ phone, name }) => ({
      phone,
      name,
      admin: group.members.get(phone) ?? false,
    })),
  }
}

function deviceView({ device, name, connection, linkedAt, lastSeenAt, pending }: Link): DeviceView {
  return {
    id: device,
    name,
    connected: connection !== null,
    linkedAt: instant(linkedAt),
    lastSeenAt: instant(lastSeenAt),
    pending: pending.size,
  }
}

const newestFirst = (a: Chat, b: Chat): number => (b.messages.at(-1)?.order ?? 0) - (a.messages.at(-1)?.order ?? 0)

const instant = (milliseconds: number): string => new Date(milliseconds).toISOString()

function linkingOf(world: World, account: Account): Pick<PhoneView, 'linking'> {
  const ceremony = ceremonyOf(world, account)
  if (!ceremony) return {}
  const { prologue, code } = ceremony
  return { linking: { isAnswered: prologue !== null, code: prologue?.isProven ? null : code } }
}
