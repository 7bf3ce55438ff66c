/** What the choice of a channel says about each one. Pure. */
import { type Capabilities, capabilitiesOf } from '../../../../src/channels/capabilities'
import type { ChannelKind } from '../../../../src/channels/contract'
import type { Text } from '../../../shared/i18n/translate'

export type Price = 'free' | 'charged'
export type Risk = 'ban' | 'limit' | 'none'

/** What somebody who chooses a channel should know that it cannot do, the weightiest first. */
const lacks = {
  start: ({ firstContact }) => firstContact === 'never',
  startFreely: ({ firstContact }) => firstContact === 'template',
  groups: ({ groups }) => !groups,
  edit: ({ edit }) => !edit,
  revoke: ({ revoke }) => !revoke,
  react: ({ react }) => react === 'none',
  documents: ({ files }) => (files.document?.types.length ?? 0) > 0,
  buttons: ({ buttons }) => buttons === null,
  templates: ({ window, templates }) => window === null && !templates,
  idlePhone: ({ phone }) => phone,
} as const satisfies Record<string, (capabilities: Capabilities) => boolean>
export type Lack = keyof typeof lacks
const lackNames = Object.keys(lacks) as Lack[] // the keys of a literal

export type ChannelFacts = {
  readonly price: Price
  readonly risk: Risk
  readonly lacks: readonly Lack[]
  /** Hours after which only a person may answer, and days until nobody may; null: no difference. */
  readonly window: { readonly hours: number; readonly days: number } | null
}

export function factsOf(channel: ChannelKind): ChannelFacts {
  const capabilities = capabilitiesOf(channel)
  const { isCharged, phone, templates, window } = capabilities
  const isLonger = window !== null && window.personHours > window.hours
  return {
    price: isCharged ? 'charged' : 'free',
    // Phones are banned for how they are used; Meta lowers the limit of a number that gets complaints.
    risk: phone ? 'ban' : templates ? 'limit' : 'none',
    lacks: lackNames.filter((name) => lacks[name](capabilities)),
    window: isLonger ? { hours: window.hours, days: window.personHours / 24 } : null,
  }
}

/** `Grupos, editar, apagar.`, and what ends after a time. */
export function lackText(t: Text, channel: ChannelKind): string {
  const { lacks, window } = factsOf(channel)
  const list = lacks.map((name) => t(`connections.kind.lack.${name}`)).join(', ')
  const sentence = `${list.charAt(0).toLocaleUpperCase(t.language)}${list.slice(1)}.`
  return window ? `${sentence} ${t('connections.kind.window', window)}` : sentence
}
