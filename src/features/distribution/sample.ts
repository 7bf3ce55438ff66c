/** In the sample company, one queue distributes its tickets. */
import type { Cx } from '../../platform/cx'
import { listQueues, updateQueue } from '../../queues/queries'

export function addSamplePool(cx: Cx) {
  const finance = listQueues(cx.db).find(({ name }) => name === 'Financeiro')
  if (!finance) return
  updateQueue(cx.db, finance.id, {
    attendantsPool: {
      active: true,
      typeAssignment: 'balanced',
      enableReassignment: true,
      timeWithoutResponse: 10,
      conversationLimit: 15,
    },
  })
}
