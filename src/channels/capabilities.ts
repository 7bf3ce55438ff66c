/**
 * What each channel can do. The only place that knows: screens, bots, flows, campaigns and the API ask here. Figures are
 * those of Meta's documentation for Graph v26.0.
 */
import type { AddressKind } from '../contacts/address'
import type { ChannelKind } from './contract'

/** `types`: those the messenger takes, empty for any. */
type FileLimit = { readonly bytes: number; readonly types: readonly string[] }
export type FileKind = 'image' | 'video' | 'audio' | 'document' | 'sticker'

export type Capabilities = {
  /** The addresses it can send to, the preferred one first. */
  readonly addresses: readonly AddressKind[]
  /** Our own messages can be changed, or deleted for everybody. */
  readonly edit: boolean
  readonly revoke: boolean
  readonly react: 'any' | 'heart' | 'none'
  readonly quote: boolean
  readonly groups: boolean
  readonly voice: boolean
  readonly places: boolean
  readonly cards: boolean
  /** Text under a file. Without it, the text is sent before the file as a message of its own. */
  readonly captions: boolean
  /** The contact sees that we are typing, and that we have read. */
  readonly typing: boolean
  readonly marksRead: boolean
  /** Numbers can be looked up, and people blocked. */
  readonly lookUp: boolean
  readonly block: boolean
  /** It has a phone, whose history and address book can be read. */
  readonly phone: boolean
  /** Buttons under a text: how many, and characters of a label. */
  readonly buttons: { readonly most: number; readonly title: number } | null
  /** A list behind a button: entries, and characters of a label and of a description. */
  readonly list: { readonly most: number; readonly title: number; readonly description: number } | null
  readonly templates: boolean
  /** How we may write to somebody who has not written to us. */
  readonly firstContact: 'free' | 'template' | 'never'
  /** Hours after the contact's last message in which anybody, and in which a person, may answer. Null: always. */
  readonly window: { readonly hours: number; readonly personHours: number } | null
  readonly text: { readonly most: number; readonly unit: 'characters' | 'bytes' }
  /** Null: it takes no such file. */
  readonly files: Readonly<Record<FileKind, FileLimit | null>>
  /** Each message may cost money. */
  readonly isCharged: boolean
  /** The plan's feature that allows it. */
  readonly plan: 'useWhatsapp' | 'useFacebook' | 'useInstagram'
}

const MB = 1024 * 1024
const any = (megabytes: number): FileLimit => ({ bytes: megabytes * MB, types: [] })
const only = (megabytes: number, ...types: string[]): FileLimit => ({ bytes: megabytes * MB, types })

const table = {
  whatsapp: {
    addresses: ['group', 'phone', 'lid'],
    edit: true,
    revoke: true,
    react: 'any',
    quote: true,
    groups: true,
    voice: true,
    places: true,
    cards: true,
    captions: true,
    typing: true,
    marksRead: true,
    lookUp: true,
    block: true,
    phone: true,
    buttons: null,
    list: null,
    templates: false,
    firstContact: 'free',
    window: null,
    text: { most: 65_536, unit: 'characters' },
    files: { image: any(110), video: any(110), audio: any(110), document: any(110), sticker: any(110) },
    isCharged: false,
    plan: 'useWhatsapp',
  },
  whatsapp_cloud: {
    addresses: ['phone', 'bsuid'],
    edit: false,
    revoke: false,
    react: 'any',
    quote: true,
    groups: false,
    voice: true,
    places: true,
    cards: true,
    captions: true,
    typing: true,
    marksRead: true,
    lookUp: false,
    block: true,
    phone: false,
    buttons: { most: 3, title: 20 },
    list: { most: 10, title: 24, description: 72 },
    templates: true,
    firstContact: 'template',
    window: { hours: 24, personHours: 24 },
    text: { most: 4096, unit: 'characters' },
    files: {
      image: only(5, 'image/jpeg', 'image/png'),
      video: only(16, 'video/mp4', 'video/3gpp'),
      audio: only(16, 'audio/aac', 'audio/mp4', 'audio/mpeg', 'audio/amr', 'audio/ogg'),
      document: any(100),
      sticker: { bytes: 500 * 1024, types: ['image/webp'] },
    },
    isCharged: true,
    plan: 'useWhatsapp',
  },
  facebook: {
    addresses: ['psid'],
    edit: false,
    revoke: false,
    react: 'none',
    quote: true,
    groups: false,
    voice: true,
    places: false,
    cards: false,
    captions: false,
    typing: true,
    marksRead: true,
    lookUp: false,
    block: false,
    phone: false,
    buttons: { most: 13, title: 20 },
    list: null,
    templates: false,
    firstContact: 'never',
    window: { hours: 24, personHours: 7 * 24 },
    text: { most: 2000, unit: 'characters' },
    files: { image: any(25), video: any(25), audio: any(25), document: any(25), sticker: null },
    isCharged: false,
    plan: 'useFacebook',
  },
  instagram: {
    addresses: ['igsid'],
    edit: false,
    revoke: false,
    react: 'heart',
    quote: true,
    groups: false,
    voice: false,
    places: false,
    cards: false,
    captions: false,
    typing: true,
    marksRead: true,
    lookUp: false,
    block: false,
    phone: false,
    buttons: { most: 13, title: 20 },
    list: null,
    templates: false,
    firstContact: 'never',
    window: { hours: 24, personHours: 7 * 24 },
    text: { most: 1000, unit: 'bytes' },
    files: {
      image: only(8, 'image/jpeg', 'image/png', 'image/gif'),
      video: only(25, 'video/mp4', 'video/ogg', 'video/x-msvideo', 'video/quicktime', 'video/webm'),
      audio: only(25, 'audio/aac', 'audio/mp4', 'audio/wav', 'audio/x-wav'),
      document: only(25, 'application/pdf'),
      sticker: null,
    },
    isCharged: false,
    plan: 'useInstagram',
  },
} as const satisfies Record<ChannelKind, Capabilities>

export const capabilitiesOf = (channel: ChannelKind): Capabilities => table[channel]

/** What a screen may offer and a channel may lack. The reason is the text `channels.lacks.<what>` with the channel's name. */
export type Lackable =
  | 'edit'
  | 'revoke'
  | 'react'
  | 'quote'
  | 'groups'
  | 'voice'
  | 'places'
  | 'cards'
  | 'templates'
  | 'lookUp'
  | 'block'
  | 'phone'

export function can(channel: ChannelKind, what: Lackable): boolean {
  const value = table[channel][what]
  return value !== false && value !== 'none'
}

/** Over Meta's Graph API, with webhooks; the others over a session of their own. */
export const isMeta = (channel: ChannelKind): boolean => channel !== 'whatsapp'
