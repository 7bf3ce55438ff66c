/** Composes messages as phones do. Actions on messages are in message-actions.ts. */
import type { proto } from '@whiskeysockets/baileys'
import { type Account, findMessage, jidOf } from '../account'
import { type Group, groupJid } from '../groups/group'
import type { CommandOf } from '../play/contract'
import type { World } from '../world'
import { contentOf } from './book'
import { effectOf } from './effects'
import { isWritten } from './written'

export type Marks = Pick<CommandOf<'say'>, 'mentions' | 'forwarded' | 'forwardingScore' | 'disappearing'>

/** From this count on clients show "forwarded many times". */
const MANY = 5

/** Address of a person in a chat: the number, or the LID that hides it. */
const formIn = (world: World, account: Account, chat: string) =>
  world.groups.get(chat)?.addressing ?? account.habits.addressing

/** The text as phones write it: an @ is followed by the user part of the mentioned address, a number or a LID. */
export function addressed(
  world: World,
  account: Account,
  { chat, mentions = [], text }: { chat: string; mentions?: string[] | undefined; text: string },
): string {
  const form = formIn(world, account, chat)
  const users = new Map(accountsOf(world, mentions).map((one) => [one.phone, jidOf(one, form).split('@')[0]]))
  return text.replace(/@(\d+)/g, (written, phone: string) => (users.has(phone) ? `@${users.get(phone)}` : written))
}

const accountsOf = (world: World, phones: readonly string[]) =>
  phones.flatMap((phone) => world.accounts.get(phone) ?? [])

export function contextFor(world: World, account: Account, { chat, quotedId, ...marks }: Beside) {
  const form = formIn(world, account, chat)
  const score = marks.forwardingScore ?? (marks.forwarded ? 1 : 0)
  const named = accountsOf(world, marks.mentions ?? [])
  const lasts = marks.disappearing ?? account.chats.get(chat)?.disappearing
  const context: proto.IContextInfo = {
    ...(quotedId && quoting(world, account, { chat, id: quotedId })),
    ...(score > 0 && { isForwarded: true, forwardingScore: score >= MANY ? 127 : score }),
    ...(named.length > 0 && { mentionedJid: named.map((one) => jidOf(one, form)) }),
    ...(lasts && { expiration: lasts }),
    ...(marks.ad && ads[marks.ad]),
  }
  return Object.keys(context).length > 0 ? context : undefined
}

/** An invented ad, as a phone adds it to the first text. */
const ads: Readonly<Record<NonNullable<CommandOf<'say'>['ad']>, proto.IContextInfo>> = {
  shown: {
    externalAdReply: {
      title: 'Sofá 3 lugares em até 10 vezes',
      body: 'Entrega em toda a cidade. Fale conosco e peça o seu orçamento.',
      mediaType: 1,
      sourceType: 'ad',
      sourceId: '120000000000001',
      sourceUrl: 'https://fb.me/exemplo',
      sourceApp: 'instagram',
      ctwaClid: 'clique-de-exemplo',
      showAdAttribution: true,
    },
    entryPointConversionSource: 'ctwa_ad',
    entryPointConversionApp: 'instagram',
  },
  bare: {
    ctwaPayload: Buffer.from('carga'),
    ctwaSignals: 'x',
    conversionSource: 'FB_Ads',
    conversionData: Buffer.from('x'),
  },
}

type Beside = Marks & { ad?: CommandOf<'say'>['ad'] } & { chat: string; quotedId?: string | undefined }

/** Undefined: the chat does not have the message. */
export function quoting(world: World, account: Account, { chat, id }: InChat): proto.IContextInfo | undefined {
  const message = findMessage(account, chat, id)
  const author = message && world.accounts.get(message.author)
  if (!message || !author) return undefined
  const form = formIn(world, account, chat)
  return { stanzaId: id, participant: jidOf(author, form), quotedMessage: contentOf(message) }
}

type InChat = { chat: string; id: string }

export function textContent(
  { text, link }: Pick<CommandOf<'say'>, 'text' | 'link'>,
  contextInfo: Context,
): proto.IMessage {
  if (!contextInfo && !link) return { conversation: text }
  return { extendedTextMessage: { text, ...(link && preview(link)), ...(contextInfo && { contextInfo }) } }
}

type Context = proto.IContextInfo | undefined

const preview = ({ url, title, description, thumbnailBase64 }: NonNullable<CommandOf<'say'>['link']>) => ({
  matchedText: url,
  canonicalUrl: url,
  ...(title && { title }),
  ...(description && { description }),
  ...(thumbnailBase64 && { jpegThumbnail: Buffer.from(thumbnailBase64, 'base64') }),
})

export type Card = CommandOf<'sendContact' | 'sendLocation' | 'sendPoll'>

export function cardContent(card: Card, contextInfo: Context): proto.IMessage {
  const context = contextInfo && { contextInfo }
  switch (card.do) {
    case 'sendContact': {
      const [first, ...others] = [card, ...(card.more ?? [])].map(vcardOf)
      if (others.length === 0) return { contactMessage: { ...first, ...context } }
      const contacts = first ? [first, ...others] : others
      return { contactsArrayMessage: { displayName: `${contacts.length} contatos`, contacts, ...context } }
    }
    case 'sendLocation': {
      const place = { degreesLatitude: card.latitude, degreesLongitude: card.longitude, ...context }
      if (!card.live) return { locationMessage: { ...place, name: card.name ?? null } }
      return { liveLocationMessage: { ...place, caption: card.name ?? null, accuracyInMeters: 12, sequenceNumber: 1 } }
    }
    case 'sendPoll': {
      const options = card.options.map((optionName) => ({ optionName }))
      const selectableOptionsCount = card.several ? 0 : 1
      const poll = { name: card.question, options, selectableOptionsCount, ...context }
      return card.several ? { pollCreationMessage: poll } : { pollCreationMessageV3: poll }
    }
  }
}

function vcardOf({ name, phone }: { name: string; phone: string }) {
  const lines = ['BEGIN:VCARD', 'VERSION:3.0', `FN:${name}`, `TEL;type=CELL;waid=${phone}:+${phone}`, 'END:VCARD']
  return { displayName: name, vcard: lines.join('\n') }
}

export const inviteContent = (
  group: Group,
  { code, expiresAt }: { code: string; expiresAt: number },
): proto.IMessage => ({
  groupInviteMessage: {
    groupJid: groupJid(group),
    inviteCode: code,
    inviteExpiration: expiresAt,
    groupName: group.subject,
  },
})

/** Disappearing messages have a wrapper. */
export const lasting = (content: proto.IMessage, disappearing: number | undefined): proto.IMessage =>
  disappearing ? { ephemeralMessage: { message: content } } : content

/** Each message has a secret that encrypts votes, and actions in communities. */
export const withSecret = (from: Account, content: proto.IMessage): proto.IMessage =>
  effectOf(content) || isWritten(content)
    ? content
    : { ...content, messageContextInfo: { messageSecret: from.random.bytes(32) } }
