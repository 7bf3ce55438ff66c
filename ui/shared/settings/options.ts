/**
 * The settings shown, their order, and which value of a switch means "on": one key is a negation, so it is inverted.
 */
import {
  type ChoiceKey,
  type MinutesKey,
  mayBeOff,
  type SealedKey,
  type SecretKey,
  type Setting,
  type SettingValue,
  type SwitchKey,
  type TextKey,
} from '../../../src/settings/contract'
import { fits, needleOf } from '../plain'

/** `name` is its key in the texts. */
export type SwitchOption = {
  readonly is: 'switch'
  readonly key: SwitchKey
  readonly name:
    | 'groups'
    | 'calls'
    | 'audio'
    | 'sign'
    | 'signUsual'
    | 'greetingQueue'
    | 'greeting'
    | 'transfer'
    | 'farewellWaiting'
    | 'confirmClose'
    | 'confirmFarewell'
    | 'rating'
    | 'random'
    | 'position'
    | 'channels'
    | 'contactSearch'
  readonly on: SettingValue
}
export type ChoiceOption =
  | { readonly is: 'choice'; readonly key: Extract<ChoiceKey, 'scheduleType'>; readonly name: 'hoursOf' }
  | { readonly is: 'choice'; readonly key: Extract<ChoiceKey, 'chatBotType'>; readonly name: 'botType' }
export type MinutesOption = { readonly is: 'minutes'; readonly key: MinutesKey; readonly name: MinutesKey }
export type TextOption = { readonly is: 'text'; readonly key: TextKey | SealedKey; readonly name: TextKey | SealedKey }
export type SecretOption = { readonly is: 'secret'; readonly key: SecretKey; readonly name: SecretKey }
/** Settings of the company itself. */
export type LocaleOption = {
  readonly is: 'place'
  readonly key: 'timeZone' | 'language'
  readonly name: 'timeZone' | 'language'
}
export type Option = SwitchOption | ChoiceOption | MinutesOption | TextOption | SecretOption | LocaleOption

export type Section = {
  readonly title:
    | 'company'
    | 'incoming'
    | 'hours'
    | 'bot'
    | 'attendance'
    | 'closing'
    | 'access'
    | 'waiting'
    | 'mkauth'
    | 'mail'
    | 'typebot'
    | 'ai'
  readonly tab: 'options' | 'integrations'
  readonly options: readonly Option[]
}

const on = (key: SwitchKey, name: SwitchOption['name'], value: SettingValue = 'enabled'): SwitchOption => ({
  is: 'switch',
  key,
  name,
  on: value,
})
const minutes = (key: MinutesKey): MinutesOption => ({ is: 'minutes', key, name: key })
const text = (key: TextKey | SealedKey): TextOption => ({ is: 'text', key, name: key })
const secret = (key: SecretKey): SecretOption => ({ is: 'secret', key, name: key })
const place = (key: LocaleOption['key']): LocaleOption => ({ is: 'place', key, name: key })

const everywhere: readonly Section[] = [
  { title: 'company', tab: 'options', options: [place('timeZone'), place('language')] },
  { title: 'hours', tab: 'options', options: [{ is: 'choice', key: 'scheduleType', name: 'hoursOf' }] },
  {
    title: 'incoming',
    tab: 'options',
    options: [
      on('CheckMsgIsGroup', 'groups', 'disabled'),
      on('acceptCallWhatsapp', 'calls'),
      on('acceptAudioMessageContact', 'audio'),
    ],
  },
  {
    title: 'bot',
    tab: 'options',
    options: [
      { is: 'choice', key: 'chatBotType', name: 'botType' },
      on('sendGreetingMessageOneQueues', 'greetingQueue'),
      on('sendQueuePosition', 'position'),
      on('userRandom', 'random'),
    ],
  },
  {
    title: 'attendance',
    tab: 'options',
    options: [
      on('sendSignMessage', 'sign'),
      on('defaultSignature', 'signUsual'),
      on('sendGreetingAccepted', 'greeting'),
      on('sendMsgTransfTicket', 'transfer'),
    ],
  },
  {
    title: 'closing',
    tab: 'options',
    options: [
      on('confirmClosedTicket', 'confirmClose'),
      on('confirmFarewellmessage', 'confirmFarewell'),
      on('sendFarewellWaitingTicket', 'farewellWaiting'),
      on('userRating', 'rating'),
      minutes('thanksAfterClosing'),
    ],
  },
  {
    title: 'access',
    tab: 'options',
    options: [on('restrictedChannels', 'channels'), on('restrictedContactSearch', 'contactSearch')],
  },
  { title: 'waiting', tab: 'options', options: [minutes('waitingAmber'), minutes('waitingRed')] },
  { title: 'ai', tab: 'integrations', options: [text('aiUrl'), secret('aiKey'), text('aiModel')] },
  {
    title: 'mail',
    tab: 'integrations',
    options: [text('smtpauth'), text('usersmtpauth'), secret('clientsecretsmtpauth'), text('fromsmtpauth')],
  },
  {
    title: 'typebot',
    tab: 'integrations',
    options: [text('urlTypebotBuilder'), text('urlTypebotViewer'), secret('tokenTypebot')],
  },
  {
    title: 'mkauth',
    tab: 'integrations',
    options: [text('ipmkauth'), text('clientidmkauth'), secret('clientsecretmkauth')],
  },
]

/** MK-AUTH is kept for the operator alone. `chatBotType` has no effect, so only the change history names it. */
export const sectionsFor = ({ isOperator }: { readonly isOperator: boolean }): readonly Section[] =>
  everywhere
    .filter(({ title }) => title !== 'mkauth' || isOperator)
    .map((section) => ({
      ...section,
      options: section.options.filter(({ name }) => name !== 'botType'),
    }))

/** The option of a key and its section, for the change history. */
export function optionOf(key: string): { readonly option: Option; readonly section: Section } | undefined {
  for (const section of everywhere)
    for (const option of section.options) if (option.key === key) return { option, section }
  return undefined
}

/** The sections, reduced to the options whose labels contain all search words. */
export function matchingSections(
  sections: readonly Section[],
  search: string,
  saidOf: (option: Option, section: Section) => string,
): Section[] {
  const needle = needleOf(search)
  return sections.flatMap((section) => {
    const options = section.options.filter((option) => fits(needle, saidOf(option, section)))
    return options.length > 0 ? [{ ...section, options }] : []
  })
}

export const storedValue = (settings: readonly Setting[], key: Setting['key']): string =>
  settings.find((one) => one.key === key)?.value ?? ''

export const opposite = (value: SettingValue): SettingValue => (value === 'enabled' ? 'disabled' : 'enabled')

const OFFERED = [1, 2, 3, 5, 10, 15, 20, 30, 45, 60, 90, 120, 240]

/** The offered minutes, plus the current value if it is another one, and 0 where it turns the setting off. */
export const minutesOffered = ({ key }: Pick<MinutesOption, 'key'>, present: number): number[] =>
  [...new Set([...(mayBeOff.some((one) => one === key) ? [0] : []), ...OFFERED, present])].sort((a, b) => a - b)
