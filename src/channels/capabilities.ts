/**
 * What each channel can do. The only place that knows, with `acts.ts`: screens, bots, flows, campaigns and the API ask
 * here. Figures are those of Meta's documentation for Graph v26.0.
 */
import type { AddressKind } from '../contacts/address'
import { type Acts, acts } from './acts'
import type { ChannelKind } from './contract'

/** `types`: those the messenger takes, empty for any. */
type FileLimit = { readonly bytes: number; readonly types: readonly string[] }
export type FileKind = 'image' | 'video' | 'audio' | 'document' | 'sticker'

export type Capabilities = Acts & {
  /** The addresses it can send to, the preferred one first. */
  readonly addresses: readonly AddressKind[]
  /** Text under a file. Without it, the text is sent before the file as a message of its own. */
  readonly captions: boolean
  /** The contact sees that we are typing, and that we have read. */
  readonly typing: boolean
  readonly marksRead: boolean
  /** Buttons under a text: how many, and characters of a label. */
  readonly buttons: { readonly most: number; readonly title: number } | null
  /** A list behind a button: entries, and characters of a label and of a description. */
  readonly list: { readonly most: number; readonly title: number; readonly description: number } | null
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
    ...acts.whatsapp,
    addresses: ['group', 'phone', 'lid'],
    captions: true,
    typing: true,
    marksRead: true,
    buttons: null,
    list: null,
    firstContact: 'free',
    window: null,
    text: { most: 65_536, unit: 'characters' },
    files: { image: any(110), video: any(110), audio: any(110), document: any(110), sticker: any(110) },
    isCharged: false,
    plan: 'useWhatsapp',
  },
  whatsapp_cloud: {
    ...acts.whatsapp_cloud,
    addresses: ['phone', 'bsuid'],
    captions: true,
    typing: true,
    marksRead: true,
    buttons: { most: 3, title: 20 },
    list: { most: 10, title: 24, description: 72 },
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
    ...acts.facebook,
    addresses: ['psid'],
    captions: false,
    typing: true,
    marksRead: true,
    buttons: { most: 13, title: 20 },
    list: null,
    firstContact: 'never',
    window: { hours: 24, personHours: 7 * 24 },
    text: { most: 2000, unit: 'characters' },
    files: { image: any(25), video: any(25), audio: any(25), document: any(25), sticker: null },
    isCharged: false,
    plan: 'useFacebook',
  },
  instagram: {
    ...acts.instagram,
    addresses: ['igsid'],
    captions: false,
    typing: true,
    marksRead: true,
    buttons: { most: 13, title: 20 },
    list: null,
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
