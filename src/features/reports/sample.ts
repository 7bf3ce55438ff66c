/** Saved views of the sample company. */
import type { Cx } from '../../platform/cx'
import { getValue } from '../../platform/sql'
import type { ViewFilter } from './views/contract'
import { reportViews } from './views/tables'

export function addSampleViews(cx: Cx): void {
  const userId = Number(getValue(cx.db, "SELECT id FROM users WHERE name LIKE 'Rafael%' ORDER BY id") ?? 0)
  const sales = Number(getValue(cx.db, "SELECT id FROM queues WHERE name = 'Vendas'") ?? 0)
  const views: readonly { readonly name: string; readonly filter: ViewFilter; readonly isShared: boolean }[] = [
    { name: 'Semana da equipe', filter: { tab: 'attendants', range: 'lastWeek' }, isShared: true },
    {
      name: 'Vendas em aberto',
      filter: { anytime: true, status: ['pending', 'open'], queue: [sales, 0] },
      isShared: false,
    },
  ]
  const now = cx.now()
  for (const view of views)
    cx.db
      .insert(reportViews)
      .values({ ...view, userId, mailAt: null, createdAt: now, updatedAt: now })
      .run()
}
