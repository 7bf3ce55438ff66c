import * as v from 'valibot'
import { ChannelKind } from '../../../src/channels/contract'
import { MOST_CHOSEN, pageSizes, tabs } from '../../../src/features/reports/pages/contract'
import { Day, viewSchema } from '../../shared/table/view'

/** One value or several: older links and those of the dashboard have one. */
const several = <const Item extends v.GenericSchema>(item: Item) =>
  v.union([
    v.pipe(v.array(item), v.minLength(1), v.maxLength(MOST_CHOSEN)),
    v.pipe(
      item,
      v.transform((one) => [one]),
    ),
  ])
const Chosen = several(v.pipe(v.number(), v.integer(), v.minValue(1)))
/** 0 stands for none. */
const ChosenOrNone = several(v.pipe(v.number(), v.integer(), v.minValue(0)))

/** Columns of the ready-made views, by which they are sorted. */
export const sorts = [
  ...(['opened', 'name', 'closed', 'wait', 'support', 'received', 'sent', 'rating', 'satisfied'] as const),
  ...(['asked', 'answered', 'promoters', 'passives', 'detractors', 'nps'] as const),
] as const
export type Sort = (typeof sorts)[number]

/**
 * `tab`: by default the tickets. Days: by default from the first of the month until today. `by`: days of closing
 * instead of opening; `anytime`: ignores the days.
 */
export const ReportsView = viewSchema(sorts, {
  tab: v.picklist(tabs),
  from: Day,
  to: Day,
  by: v.literal('closed'),
  anytime: v.literal(true),
  status: several(v.picklist(['pending', 'bot', 'open', 'closed'])),
  queue: ChosenOrNone,
  user: ChosenOrNone,
  connection: Chosen,
  channel: ChannelKind,
  tag: Chosen,
  contact: v.pipe(v.number(), v.integer(), v.minValue(1)),
  rated: v.literal(true),
  page: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5000)),
  size: v.picklist(pageSizes),
})
export type ReportsView = v.InferOutput<typeof ReportsView>
