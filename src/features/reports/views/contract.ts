/** Saved views of the reports. Their owner changes them; shared ones are offered to everybody who sees reports. */
import * as v from 'valibot'
import { ChannelKind } from '../../../channels/contract'
import { Id, Instant, list, Name, rangeNames, text } from '../../../platform/formats'
import { TicketTab } from '../../../tickets/contract'
import { MOST_CHOSEN, tabs } from '../pages/contract'

/** Per person. */
export const MOST_VIEWS = 50

/** 30 February is none. */
const isDay = (day: string): boolean => {
  const at = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day)
}
const Day = v.pipe(text(10, 'form.invalid'), v.isoDate('form.invalid'), v.check(isDay, 'form.invalid'))
const Chosen = list(Id, { least: 1, most: MOST_CHOSEN })
/** 0 stands for none. */
const ChosenOrNone = list(v.pipe(v.number(), v.integer(), v.minValue(0)), { least: 1, most: MOST_CHOSEN })

/**
 * What the page shows. `range` is relative to the day on which the view is opened, `from` and `to` are fixed days; with
 * neither, the month until today. `by`: days of closing instead of opening. `anytime` ignores the days.
 */
export const ViewFilter = v.object({
  /** By default the conversations. */
  tab: v.optional(v.picklist(tabs)),
  range: v.optional(v.picklist(rangeNames)),
  from: v.optional(Day),
  to: v.optional(Day),
  by: v.optional(v.literal('closed')),
  anytime: v.optional(v.literal(true)),
  status: v.optional(list(TicketTab, { least: 1, most: TicketTab.options.length })),
  queue: v.optional(ChosenOrNone),
  user: v.optional(ChosenOrNone),
  connection: v.optional(Chosen),
  channel: v.optional(ChannelKind),
  tag: v.optional(Chosen),
  contact: v.optional(Id),
  rated: v.optional(v.literal(true)),
  search: v.optional(text(200)),
})
export type ViewFilter = v.InferOutput<typeof ViewFilter>

export const SavedView = v.object({
  id: Id,
  name: v.string(),
  filter: ViewFilter,
  isShared: v.boolean(),
  isOwn: v.boolean(),
  /** Of its owner. */
  userName: v.string(),
  /** When its figures of last week are mailed to its owner next; null: never. */
  mailAt: v.nullable(Instant),
})
export type SavedView = v.InferOutput<typeof SavedView>

/** Own ones and those that others share, by name. `canMail`: the installation has a mail server. */
export const SavedViews = v.object({ views: v.array(SavedView), canMail: v.boolean() })

export const CreateView = v.object({
  name: Name,
  filter: ViewFilter,
  isShared: v.optional(v.boolean('form.invalid'), false),
  /** Mails the figures of last week to the owner on Monday mornings. */
  isMailed: v.optional(v.boolean('form.invalid'), false),
})
export type CreateView = v.InferOutput<typeof CreateView>

export const UpdateView = v.partial(
  v.object({
    name: Name,
    filter: ViewFilter,
    isShared: v.boolean('form.invalid'),
    isMailed: v.boolean('form.invalid'),
  }),
)
export type UpdateView = v.InferOutput<typeof UpdateView>
