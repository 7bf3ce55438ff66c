/** Search parameters of the reports. */
import * as v from 'valibot'
import { pageSizes } from '../../../src/features/reports/pages/contract'
import { Day, viewSchema } from '../../shared/table/view'

/** 0 stands for none. */
const Place = v.pipe(v.number(), v.integer(), v.minValue(0))

export const tabs = ['attendants', 'queues', 'tags', 'connections', 'hours', 'ratings'] as const

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
  status: v.picklist(['pending', 'bot', 'open', 'closed']),
  queue: Place,
  user: Place,
  connection: Place,
  tag: v.pipe(v.number(), v.integer(), v.minValue(1)),
  contact: v.pipe(v.number(), v.integer(), v.minValue(1)),
  rated: v.literal(true),
  page: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5000)),
  size: v.picklist(pageSizes),
})
export type ReportsView = v.InferOutput<typeof ReportsView>
