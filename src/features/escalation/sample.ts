/** In the sample company, one queue tells others while nobody looks. */
import type { Cx } from '../../platform/cx'
import { listQueues, updateQueue } from '../../queues/queries'

export function addSampleLadder(cx: Cx) {
  const sales = listQueues(cx.db).find(({ name }) => name === 'Vendas')
  if (!sales) return
  updateQueue(cx.db, sales.id, {
    escalation: { active: true, queueAfter: 5, supervisorAfter: 15, whatsappAfter: 30 },
  })
}
