/**
 * What a screen may offer and a channel may lack. Apart from the other capabilities, because the desk needs it before it
 * shows anything.
 */
import type { ChannelKind } from './contract'

export type Acts = {
  /** Our own messages can be changed, or deleted for everybody. */
  readonly edit: boolean
  readonly revoke: boolean
  readonly react: 'any' | 'heart' | 'none'
  readonly quote: boolean
  readonly groups: boolean
  readonly voice: boolean
  readonly places: boolean
  readonly cards: boolean
  readonly templates: boolean
  /** Numbers can be looked up, and people blocked. */
  readonly lookUp: boolean
  readonly block: boolean
  /** It has a phone, whose history and address book can be read. */
  readonly phone: boolean
}

export const acts = {
  whatsapp: {
    edit: true,
    revoke: true,
    react: 'any',
    quote: true,
    groups: true,
    voice: true,
    places: true,
    cards: true,
    templates: false,
    lookUp: true,
    block: true,
    phone: true,
  },
  whatsapp_cloud: {
    edit: false,
    revoke: false,
    react: 'any',
    quote: true,
    groups: false,
    voice: true,
    places: true,
    cards: true,
    templates: true,
    lookUp: false,
    block: true,
    phone: false,
  },
  facebook: {
    edit: false,
    revoke: false,
    react: 'none',
    quote: true,
    groups: false,
    voice: true,
    places: false,
    cards: false,
    templates: false,
    lookUp: false,
    block: false,
    phone: false,
  },
  instagram: {
    edit: false,
    revoke: false,
    react: 'heart',
    quote: true,
    groups: false,
    voice: false,
    places: false,
    cards: false,
    templates: false,
    lookUp: false,
    block: false,
    phone: false,
  },
} as const satisfies Record<ChannelKind, Acts>

/** The reason is the text `channels.lacks.<what>` with the channel's name. */
export type Lackable = keyof Acts

export function can(channel: ChannelKind, what: Lackable): boolean {
  const value = acts[channel][what]
  return value !== false && value !== 'none'
}

/** The reason in words is the text `channels.lacks.<lacks>`. */
export type Lack = {
  readonly channel: ChannelKind
  readonly lacks: Lackable | 'stickers' | 'fileType' | 'fileSize' | 'otherReactions'
  /** Bytes, for a file that is too large. */
  readonly limit?: number
  /** For a file whose type it does not take: those it does. */
  readonly types?: readonly string[]
}

export function lackOf(channel: ChannelKind, what: Lackable): Lack | undefined {
  return can(channel, what) ? undefined : { channel, lacks: what }
}

export const HEART = '❤️'

/** Over Meta's Graph API, with webhooks; the others over a session of their own. */
export const isMeta = (channel: ChannelKind): boolean => channel !== 'whatsapp'
