/** The state as screens see it. */
import type { Account, Chat, Link, Message } from './account'
import type { ChatView, DeviceView, MessageView, PhoneView, SimulatorState } from './contract'
import type { World } from './world'

const MESSAGES_SHOWN = 60
/** A company under load has hundreds of chats; of the older ones the list shows the last line. */
const CHATS_SHOWN_WHOLE = 20

export function stateOf(world: World): SimulatorState {
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
  }
}

export function phoneView(world: World, account: Account): PhoneView {
  const { phone, name, role, online, banned, restrictedUntil } = account
  const isRestricted = restrictedUntil !== null && restrictedUntil > world.now()
  return {
    id: phone,
    phone,
    name,
    role,
    online,
    banned,
    restrictedUntil: isRestricted ? instant(restrictedUntil) : null,
    devices: [...account.links.values()].map(deviceView),
    chats: [...account.chats.values()]
      .sort(newestFirst)
      .map((chat, index) => chatView(world, chat, index < CHATS_SHOWN_WHOLE ? MESSAGES_SHOWN : 1)),
  }
}

function messageView(world: World, message: Message): MessageView {
  const { id, fromMe, author, kind, text, media, quoted, reactions, edited, revoked, viewOnce, forwarded, ack } =
    message
  return {
    ...{ id, fromMe, author, kind, text, media, quoted, reactions, edited, revoked, viewOnce, forwarded, ack },
    authorName: world.accounts.get(author)?.name ?? `+${author}`,
    at: instant(message.at),
  }
}

function chatView(world: World, { id, kind, title, typing, messages }: Chat, shown: number): ChatView {
  return {
    ...{ id, kind, title, typing },
    phone: kind === 'person' ? id : null,
    unread: messages.filter(({ fromMe, readAt }) => !fromMe && readAt === null).length,
    messages: messages.slice(-shown).map((message) => messageView(world, message)),
  }
}

function deviceView({ device, name, connection, linkedAt, lastSeenAt, owed }: Link): DeviceView {
  return {
    id: device,
    name,
    connected: connection !== null,
    linkedAt: instant(linkedAt),
    lastSeenAt: instant(lastSeenAt),
    pending: owed.size,
  }
}

const newestFirst = (a: Chat, b: Chat): number => (b.messages.at(-1)?.order ?? 0) - (a.messages.at(-1)?.order ?? 0)

const instant = (milliseconds: number): string => new Date(milliseconds).toISOString()
