import { addOddPayment } from '../../src/features/billing/odd-payments'
import { findOpenInvoice } from '../../src/features/billing/queries'
import { invoices } from '../../src/features/billing/tables'
import type { RouteExamples, ShownAt } from '../api/module-files'
import type { CompanyWorld } from '../support/company-world'
import { payer } from './place'

declare module '../api/furnish' {
  interface Ids {
    readonly invoice: number
    readonly paidInvoice: number
    readonly oddPayment: number
  }
}

const admins = ['admin'] as const
const webhook = { pix: [{ txid: 'unknown' }], payment: { id: 'pay_unknown' } }

export const routeExamples: RouteExamples = {
  'GET /api/invoices/all': {
    opens: 'session',
    for: admins,
    example: () => ({ path: '/api/invoices/all?searchParam=a&pageNumber=1' }),
  },
  'GET /api/invoices/': {
    opens: 'super',
    example: () => ({ path: '/api/invoices/?searchParam=a&status=open&companyId=2&pageNumber=1' }),
  },
  'GET /api/invoices/totals': { opens: 'super', example: () => ({ path: '/api/invoices/totals' }) },
  'GET /api/invoices/export': {
    opens: 'super',
    raw: true,
    example: () => ({ path: '/api/invoices/export?searchParam=a&status=paid&companyId=2' }),
  },
  'GET /api/invoices/:id/receipt': {
    opens: 'session',
    for: admins,
    example: ({ paidInvoice }) => ({ path: `/api/invoices/${paidInvoice}/receipt` }),
  },
  'GET /api/invoices/odd': { opens: 'super', example: () => ({ path: '/api/invoices/odd' }) },
  'PUT /api/invoices/payments/:id': {
    opens: 'super',
    example: ({ oddPayment }) => ({ path: `/api/invoices/payments/${oddPayment}`, body: { settled: 'returned' } }),
  },
  'PUT /api/invoices/:id': {
    opens: 'super',
    example: ({ invoice }) => ({ path: `/api/invoices/${invoice}`, body: { status: 'cancelled', paidBy: 'pix' } }),
  },
  'GET /api/subscription/offer': {
    opens: 'session',
    for: admins,
    example: () => ({ path: '/api/subscription/offer' }),
  },
  'GET /api/subscription/standing': { opens: 'session', example: () => ({ path: '/api/subscription/standing' }) },
  'POST /api/subscription/': {
    opens: 'session',
    for: admins,
    example: ({ invoice }) => ({ path: '/api/subscription/', body: { ...payer, invoiceId: invoice } }),
  },
  'POST /api/subscription/preview': {
    opens: 'session',
    for: admins,
    example: ({ invoice }) => ({
      path: '/api/subscription/preview',
      body: { invoiceId: invoice, recurrence: 'ANUAL' },
    }),
  },
  'GET /api/subscription/:id': {
    opens: 'session',
    for: admins,
    example: ({ invoice }) => ({ path: `/api/subscription/${invoice}` }),
  },
  'POST /api/subscription/webhook/:provider': {
    opens: 'everybody',
    example: () => ({ path: '/api/subscription/webhook/efi', body: webhook }),
  },
  'POST /api/subscription/webhook/:provider/pix': {
    opens: 'everybody',
    example: () => ({ path: '/api/subscription/webhook/efi/pix', body: webhook }),
  },
}

export async function furnish(company: CompanyWorld, _: unknown, { mark }: { readonly mark: string }) {
  const { id } = company.tenant
  const known = findOpenInvoice(company.control, id)
  const values = {
    companyId: id,
    detail: `${mark} Essencial`,
    amount: 9900,
    recurrence: 'MENSAL',
    createdAt: 0,
  } as const
  const insert = (more: Pick<typeof invoices.$inferInsert, 'period' | 'dueAt' | 'status' | 'paidAt' | 'paidBy'>) =>
    company.control
      .insert(invoices)
      .values({ ...values, ...more })
      .onConflictDoUpdate({ target: [invoices.companyId, invoices.period], set: { createdAt: 0 } })
      .returning()
      .get().id
  const invoice = known?.id ?? insert({ period: '2026-04-01', dueAt: Date.UTC(2026, 3, 1, 12) })
  const { id: oddPayment } = addOddPayment(company.control, 0, {
    invoice: { id: invoice, companyId: id },
    chargeId: null,
    kind: 'short',
    cents: 100,
  })
  return {
    invoice,
    oddPayment,
    paidInvoice: insert({ period: '2026-02-01', dueAt: 0, status: 'paid', paidAt: 0, paidBy: 'hand' }),
  }
}

export const shownAt: ShownAt = {
  'payment.update': () => '/api/invoices/all',
  'payment.CONCLUIDA': 'sign',
  'invoice.update': () => '/api/invoices',
}
