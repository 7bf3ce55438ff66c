import * as v from 'valibot'
import { ChannelKind } from '../../../src/channels/contract'
import { Day, viewSchema } from '../../shared/table/view'

const RowId = v.pipe(v.number(), v.integer(), v.minValue(0))

/** Without days: today. `queue`: 0 stands for none. */
export const DashboardView = viewSchema(['closed', 'name', 'open', 'wait', 'support', 'rating'], {
  from: Day,
  to: Day,
  queue: RowId,
  connection: RowId,
  channel: ChannelKind,
})
export type DashboardView = v.InferOutput<typeof DashboardView>
