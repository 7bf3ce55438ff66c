/** The rules of campaigns on the screens: their list, what a draft still lacks, and what its counters mean. Pure. */
import { capabilitiesOf } from '../../../src/channels/capabilities'
import type { ChannelKind } from '../../../src/channels/contract'
import {
  CAMPAIGN_TEXTS,
  type Campaign,
  type CampaignCounters,
  type CampaignMetrics,
  type CampaignStatus,
  type CreateCampaign,
  campaignCreated,
  campaignDeleted,
  campaignUpdated,
  type DeliveryFilter,
  isEditable,
  STATUS,
} from '../../../src/features/campaigns/contract'
import type { WantedTemplate } from '../../../src/tickets/messages/contract'
import { addDays, instantOf, localTime } from '../../shared/i18n/zoned'
import { on } from '../../shared/live/bus'
import type { CrudSpec } from '../../shared/live/liveCrud'

/** Filters of the server. */
export type CampaignFilter = { readonly search?: string | undefined; readonly status?: CampaignStatus | undefined }

export const campaignsSpec: CrudSpec<Campaign, CampaignFilter> = {
  key: ['campaigns'],
  compare: (a, b) => b.id - a.id,
  merge: (known, row) => (row.updatedAt < known.updatedAt ? known : row),
  events: [
    on(campaignCreated, ({ record }) => ({ put: record })),
    on(campaignUpdated, ({ record }) => ({ put: record })),
    on(campaignDeleted, ({ id }) => ({ drop: id })),
  ],
  belongs: (row, { status }) => !status || row.status === status,
  onlyServerAdds: ({ search }) => Boolean(search),
}

/** Start of a scheduled one, as an instant; `scheduledAt` is wall clock time of the company. */
export const startsAt = (scheduledAt: string | null, timeZone: string): string | null =>
  scheduledAt === null ? null : instantOf(scheduledAt.replace(' ', 'T').slice(0, 16), timeZone)

/** An instant as sent to the server: `2026-11-19 15:00:00`, wall clock time of the company. */
export const scheduledText = (at: string, timeZone: string): string =>
  `${localTime(at, timeZone).slice(0, 16).replace('T', ' ')}:00`

export const mayEdit = (
  { status, scheduledAt }: Pick<Campaign, 'status' | 'scheduledAt'>,
  timeZone: string,
  now: number,
) => {
  const starts = startsAt(scheduledAt, timeZone)
  return isEditable(status, starts === null ? null : Date.parse(starts), now)
}

export const mayStop = ({ status }: Pick<Campaign, 'status'>) =>
  status === STATUS.running || status === STATUS.scheduled

/** 0 to 1: how many are settled, whatever became of them. */
export const progressOf = ({ total, waiting, asked }: CampaignCounters): number =>
  total === 0 ? 0 : (total - waiting - asked) / total

/** How many a tab of the report has. */
export function countOf(figures: CampaignCounters, filter: DeliveryFilter): number {
  if (filter === 'all') return figures.total
  if (filter === 'waiting') return figures.waiting + figures.asked
  return figures[filter]
}

/** A share of a total; 0 of nothing. */
export const partOf = (count: number, whole: number): number => (whole > 0 ? count / whole : 0)

export const statusTone = (status: CampaignStatus) =>
  ({ INATIVA: 'off', PROGRAMADA: 'wait', EM_ANDAMENTO: 'ok', CANCELADA: 'bad', FINALIZADA: 'off' })[status] as
    | 'off'
    | 'wait'
    | 'ok'
    | 'bad'

const numbers = [1, 2, 3, 4, 5] as const
type At = (typeof numbers)[number]
export type TextName = `message${At}` | `confirmationMessage${At}`
export const textNames = (kind: 'message' | 'confirmationMessage'): readonly TextName[] =>
  numbers.slice(0, CAMPAIGN_TEXTS).map((at): TextName => `${kind}${at}`)

/** An empty text is sent as null. */
const orNull = (text: string | null | undefined): string | null => (text?.trim() ? text : null)

/** Form values. */
export type DraftValues = {
  name: string
  message1: string
  message2: string
  message3: string
  message4: string
  message5: string
  template: WantedTemplate | null
  confirmation: boolean
  confirmationMessage1: string
  confirmationMessage2: string
  confirmationMessage3: string
  confirmationMessage4: string
  confirmationMessage5: string
  /** Which kind of audience is being chosen. */
  audience: 'list' | 'tag'
  contactListId: number | null
  tagId: number | null
  whatsappId: number | null
  queueId: number | null
  channel: ChannelKind | null
  excludesCold: boolean
  excludesEngaged: boolean
  when: 'now' | 'later'
  /** An instant. */
  startsAt: string | null
}

type Connection = { readonly id: number; readonly channel: ChannelKind }

/** A new one uses the only connection there is. */
export const onlyConnection = (connections: readonly Connection[]): number | null => {
  const [first, ...others] = connections.filter(({ channel }) => capabilitiesOf(channel).firstContact !== 'never')
  return first && others.length === 0 ? first.id : null
}

/** `connectionId`: default of a new one. */
export function valuesOf(campaign: Campaign | null, timeZone: string, connectionId: number | null = null): DraftValues {
  const time = campaign && keepsTime(campaign.status) ? startsAt(campaign.scheduledAt, timeZone) : null
  const text = (name: TextName) => campaign?.[name] ?? ''
  return {
    name: campaign?.name ?? '',
    message1: text('message1'),
    message2: text('message2'),
    message3: text('message3'),
    message4: text('message4'),
    message5: text('message5'),
    template: campaign?.template ?? null,
    confirmation: campaign?.confirmation ?? false,
    confirmationMessage1: text('confirmationMessage1'),
    confirmationMessage2: text('confirmationMessage2'),
    confirmationMessage3: text('confirmationMessage3'),
    confirmationMessage4: text('confirmationMessage4'),
    confirmationMessage5: text('confirmationMessage5'),
    audience: campaign?.tagId ? 'tag' : 'list',
    contactListId: campaign?.contactListId ?? null,
    tagId: campaign?.tagId ?? null,
    whatsappId: campaign ? campaign.whatsappId : connectionId,
    queueId: campaign?.queueId ?? null,
    channel: campaign?.channel ?? null,
    excludesCold: campaign?.excludesCold ?? false,
    excludesEngaged: campaign?.excludesEngaged ?? true,
    when: time === null ? 'now' : 'later',
    startsAt: time,
  }
}

/** A cancelled one starts immediately, or is scheduled for another time. */
const keepsTime = (status: CampaignStatus) => status === STATUS.draft || status === STATUS.scheduled

/**
 * Body of a draft's save. A scheduled campaign's time changes only when it is rescheduled, so `scheduledAt` is
 * undefined here.
 */
export function bodyOf(values: DraftValues, timeZone: string, status: CampaignStatus = STATUS.draft) {
  const { audience, when, startsAt, name, contactListId, tagId, ...rest } = values
  const texts = Object.fromEntries(
    [...textNames('message'), ...textNames('confirmationMessage')].map((text) => [text, orNull(values[text])]),
  ) as Record<TextName, string | null> // by the line above
  return {
    ...rest,
    ...texts,
    name: name.trim(),
    contactListId: audience === 'list' ? contactListId : null,
    tagId: audience === 'tag' ? tagId : null,
    scheduledAt:
      status !== STATUS.draft
        ? undefined
        : when === 'now' || startsAt === null
          ? null
          : scheduledText(startsAt, timeZone),
  } satisfies CreateCampaign
}
export type DraftBody = ReturnType<typeof bodyOf>

export const parts = ['message', 'audience', 'pace', 'when'] as const
export type Part = (typeof parts)[number]

/** Which parts of a draft are complete. `isFilled`: its template has every value; null: the channel needs none. */
export function partsDone(values: DraftValues, now: number, isFilled: boolean | null = null): Record<Part, boolean> {
  const has = (kind: 'message' | 'confirmationMessage') => textNames(kind).some((text) => orNull(values[text]) !== null)
  const hasWords = isFilled ?? has('message')
  return {
    message: values.name.trim().length >= 2 && hasWords && (!values.confirmation || has('confirmationMessage')),
    audience: (values.audience === 'list' ? values.contactListId : values.tagId) !== null,
    pace: values.whatsappId !== null,
    when: values.when === 'now' || (values.startsAt !== null && Date.parse(values.startsAt) > now),
  }
}

/** Earlier days are not drawn. */
const MOST_DAYS = 366

/** Every day from first to last, including days without messages, which the server omits. */
export function wholeDays(days: CampaignMetrics['days'], from: string, to: string): CampaignMetrics['days'] {
  const known = new Map(days.map((one) => [one.day, one]))
  const whole: CampaignMetrics['days'] = []
  for (let day = to; day >= from && whole.length < MOST_DAYS; day = addDays(day, -1))
    whole.push(known.get(day) ?? { day, delivered: 0, read: 0, answered: 0, optedOut: 0 })
  return whole.reverse()
}
