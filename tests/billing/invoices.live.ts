/** Invoices as listed on the operator's page and the company's. */
import type { Invoice, OperatorInvoice } from '../../src/features/billing/contract'
import { DAY } from '../../src/platform/time'
import { financeSpec, invoicesSpec } from '../../ui/features/billing/spec'
import type { LiveWalk } from '../support/live-walk'
import { opened } from '../support/opened'
import { billingPlace, payer } from './place'

export const live = {
  specs: [invoicesSpec, financeSpec],
  seeds: [2, 5],
  turns: 80,
  async open({ below, pick, oneIn }) {
    const place = billingPlace({ days: 4 })
    const { w, operator, admin, daily, invoices } = place
    const ofAll = async () =>
      ((await (await operator.request('/api/invoices/')).json()) as { invoices: OperatorInvoice[] }).invoices
    const own = async () =>
      ((await (await admin.request('/api/invoices/all')).json()) as { invoices: Invoice[] }).invoices
    const [shownToOperator, shownToAdmin] = [
      opened(operator, invoicesSpec, await ofAll(), {}),
      opened(admin, financeSpec, await own(), {}),
    ]
    /** No event reports that a day has passed, or that another invoice moved the due date. */
    const timeless = (rows: readonly Invoice[]) =>
      rows.map(({ daysLeft: _, renewsUntil: __, status, ...invoice }) => ({
        ...invoice,
        companyDueDate: null,
        shortenedTo: null,
        status: status === 'overdue' ? 'open' : status,
      }))
    let most = 0
    return {
      lists: [
        { shown: () => timeless(shownToOperator()), fresh: async () => timeless(await ofAll()) },
        {
          shown: () => timeless(shownToAdmin()),
          fresh: async () => {
            const rows = await own()
            most = Math.max(most, rows.length)
            return timeless(rows)
          },
        },
      ],
      async act() {
        if (oneIn(8)) w.clock.forward(pick([1000, DAY / 4]))
        const id = pick([0, ...invoices().map((one) => one.id)])
        switch (below(4)) {
          case 0:
            return daily()
          case 1:
            return void (await admin.json('/api/subscription', 'POST', payer))
          default:
            return void (await operator.json(`/api/invoices/${id}`, 'PUT', {
              status: pick(['paid', 'cancelled', 'open']),
            }))
        }
      },
      wasBusy: () => most > 1,
    }
  },
} satisfies LiveWalk
