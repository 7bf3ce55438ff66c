import { Elysia, t } from 'elysia'
import { fail } from '../../errors'
import { type AppHttp, failures, open } from '../../platform/http'
import { input } from '../../platform/input'
import { createAllowance } from '../../platform/limiter'
import type { RouteServices } from '../../platform/module'
import { ById, OptionalId, PageNumber, readId, readPage, SearchText } from '../../platform/params'
import { isSameSecret } from '../../platform/secret'
import { answerSpreadsheet } from '../../platform/spreadsheets/spreadsheets'
import { MINUTE } from '../../platform/time'
import { findCompanyOrFail } from '../../tenancy/companies'
import { languageOf } from '../../texts/texts'
import { findNamed } from './charges'
import { previewChoice, readOffer, readStanding, subscribe } from './checkout'
import {
  ChangeInvoice,
  Invoice,
  type InvoiceGroup,
  InvoicePage,
  InvoiceTotals,
  OddInvoices,
  Offer,
  OperatorInvoice,
  OperatorInvoicePage,
  PixCharge,
  Preview,
  PreviewChoice,
  payInvoices,
  Receipt,
  Received,
  SettlePayment,
  Standing,
  Subscribe,
} from './contract'
import { exportInvoices } from './export'
import { changeInvoice, listOdd, settlePayment } from './operator'
import { readPending, readWoken } from './payments'
import {
  findInvoiceOrFail,
  findOwnInvoice,
  listAllInvoices,
  listInvoices,
  readReceipt,
  readTotals,
  showInvoice,
} from './queries'
import { namedIn } from './webhook'

const Filter = {
  searchParam: SearchText,
  status: t.Optional(
    t.Union([
      t.Literal(''),
      t.Literal('open'),
      t.Literal('overdue'),
      t.Literal('paid'),
      t.Literal('cancelled'),
      t.Literal('reversed'),
    ]),
  ),
  companyId: OptionalId,
}
type InvoiceFilter = {
  readonly searchParam?: string
  readonly status?: '' | InvoiceGroup
  readonly companyId?: string
}
const filterOf = ({ searchParam = '', status, companyId }: InvoiceFilter) => ({
  search: searchParam,
  state: status || null,
  companyId: readId(companyId),
})

export const invoiceRoutes = (http: AppHttp, services: RouteServices) => {
  const { databases, clock, uploadTargetOf, mailer } = services
  const { control } = databases
  return new Elysia({ prefix: '/invoices' })
    .use(http)
    .get(
      '/all',
      ({ cx, query: { searchParam = '', pageNumber } }) => {
        const company = findCompanyOrFail(control, cx.tenant.id)
        const { rows, ...rest } = listInvoices(control, company, clock(), {
          search: searchParam,
          page: readPage(pageNumber),
        })
        return { invoices: rows, ...rest }
      },
      {
        detail: { summary: 'List the own invoices' },
        allowed: payInvoices,
        whileOverdue: true,
        query: t.Object({ searchParam: SearchText, pageNumber: PageNumber }),
        response: { 200: InvoicePage, ...failures },
      },
    )
    .get(
      '/',
      ({ query }) => {
        const { rows, ...rest } = listAllInvoices(control, clock(), {
          ...filterOf(query),
          page: readPage(query.pageNumber),
        })
        return { invoices: rows, ...rest, sendsMail: mailer.configured }
      },
      {
        super: true,
        query: t.Object({ ...Filter, pageNumber: PageNumber }),
        response: { 200: OperatorInvoicePage, ...failures },
      },
    )
    .get('/totals', () => readTotals(control, clock()), {
      detail: { summary: 'Read the sums of invoices by month' },
      super: true,
      response: { 200: InvoiceTotals, ...failures },
    })
    .get(
      '/export',
      ({ cx, actor, query, request }) => {
        const language = languageOf(request.headers.get('accept-language'))
        const rows = exportInvoices(control, clock(), filterOf(query), language, cx.tenant.timeZone)
        return answerSpreadsheet(request, uploadTargetOf(actor), rows, { format: 'csv', name: 'Faturas' })
      },
      {
        detail: { summary: 'Download the invoices of all companies as a spreadsheet' },
        super: true,
        reader: true,
        query: t.Object(Filter),
      },
    )
    .get(
      '/:id/receipt',
      ({ actor, params: { id } }) => {
        const found = actor.super ? findInvoiceOrFail(control, id) : findOwnInvoice(control, actor.tenantId, id)
        return readReceipt(control, found, clock())
      },
      {
        detail: { summary: 'Read the receipt of a paid invoice' },
        allowed: payInvoices,
        whileOverdue: true,
        params: ById,
        response: { 200: Receipt, ...failures },
      },
    )
    .get('/odd', () => ({ invoices: listOdd(services) }), {
      detail: { summary: 'List invoices with payments that do not fit and wait for the operator' },
      super: true,
      response: { 200: OddInvoices, ...failures },
    })
    .put('/payments/:id', ({ actor, params, body }) => settlePayment(services, actor, params.id, body.settled), {
      detail: { summary: 'Settle a payment that does not fit its invoice' },
      super: true,
      params: ById,
      body: input(SettlePayment),
      response: { 200: OperatorInvoice, ...failures },
    })
    .put('/:id', ({ actor, params, body }) => changeInvoice(services, actor, params.id, body), {
      super: true,
      params: ById,
      body: input(ChangeInvoice),
      response: { 200: OperatorInvoice, ...failures },
    })
}
export type InvoiceRoutes = ReturnType<typeof invoiceRoutes>

/** Webhooks per network and minute. */
const WEBHOOKS = { most: 120, window: MINUTE }

export const subscriptionRoutes = (http: AppHttp, services: RouteServices) => {
  const { databases, clock, visitor, operatorSettings } = services
  const { control } = databases
  const webhooks = createAllowance(clock, WEBHOOKS)
  const receive = async (provider: string, body: unknown, request: Request, network: string) => {
    const wait = webhooks.take(network)
    if (wait > 0) fail('ERR_TOO_MANY_REQUESTS', { retryAfter: Math.ceil(wait / 1000) })
    const token = operatorSettings.read('asaasWebhookToken')
    const isForged =
      provider === 'asaas' && token !== '' && !isSameSecret(request.headers.get('asaas-access-token') ?? '', token)
    if (!isForged)
      for (const charge of findNamed(control, provider, namedIn(body)))
        await readWoken(services, charge, request.signal)
    return { received: true as const }
  }
  const webhook = { ...open, response: { 200: Received, ...failures } }
  return (
    new Elysia({ prefix: '/subscription' })
      .use(http)
      .get('/offer', ({ cx }) => readOffer(services, cx), {
        detail: { summary: 'Read what can be paid, and the plans on offer' },
        allowed: payInvoices,
        whileOverdue: true,
        response: { 200: Offer, ...failures },
      })
      .get('/standing', ({ cx }) => readStanding(services, cx), {
        detail: { summary: 'Read when the subscription is due' },
        signedIn: true,
        whileOverdue: true,
        response: { 200: Standing, ...failures },
      })
      .post('/preview', ({ cx, body }) => previewChoice(services, cx, body), {
        detail: { summary: 'Read what a choice of plan would cost and change, without choosing it' },
        allowed: payInvoices,
        whileOverdue: true,
        body: input(PreviewChoice),
        response: { 200: Preview, ...failures },
      })
      .post('/', ({ cx, actor, body, request }) => subscribe(services, cx, actor, body, request.signal), {
        detail: { summary: 'Choose a plan and get the Pix code of the invoice' },
        allowed: payInvoices,
        own: true,
        whileOverdue: true,
        rateLimit: 30,
        body: input(Subscribe),
        response: { 200: PixCharge, ...failures },
      })
      .get(
        '/:id',
        async ({ cx, params, request }) => {
          const { id } = findOwnInvoice(control, cx.tenant.id, params.id)
          await readPending(services, id, request.signal)
          return showInvoice(
            control,
            findOwnInvoice(control, cx.tenant.id, id),
            findCompanyOrFail(control, cx.tenant.id),
            clock(),
          )
        },
        {
          detail: { summary: 'Read whether an invoice was paid, asking the payment provider' },
          allowed: payInvoices,
          whileOverdue: true,
          rateLimit: 60,
          params: ById,
          response: { 200: Invoice, ...failures },
        },
      )
      .post(
        '/webhook/:provider',
        ({ params, body, request, server }) =>
          receive(params.provider, body, request, visitor.networkOf(request, server)),
        { ...webhook, detail: { summary: 'Receive the webhook of a payment provider' } },
      )
      // Efí appends this to the configured address.
      .post(
        '/webhook/:provider/pix',
        ({ params, body, request, server }) =>
          receive(params.provider, body, request, visitor.networkOf(request, server)),
        { ...webhook, detail: { summary: 'Receive the webhook of a payment provider that appends this' } },
      )
  )
}
export type SubscriptionRoutes = ReturnType<typeof subscriptionRoutes>
