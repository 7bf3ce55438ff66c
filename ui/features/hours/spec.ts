import { type Holiday, holidayDeleted, holidayUpdated } from '../../../src/hours/contract'
import { queueDeleted } from '../../../src/queues/contract'
import { on } from '../../shared/live/bus'
import type { CrudSpec } from '../../shared/live/liveCrud'

export const holidaysSpec: CrudSpec<Holiday> = {
  key: ['holidays'],
  compare: (a, b) => (a.date === b.date ? (a.queueId ?? 0) - (b.queueId ?? 0) : a.date < b.date ? -1 : 1),
  events: [
    on(holidayUpdated, ({ holiday }) => ({ put: holiday })),
    on(holidayDeleted, ({ holidayId }) => ({ drop: holidayId })),
  ],
  // A deleted queue takes its holidays along.
  refetchOn: [on(queueDeleted, () => true)],
}
