/** A local Asaas: it checks what the real one checks, and a payment is made by `pay`. */
import { kindOfDocument } from '../../platform/document'

export type AsaasOptions = {
  /** Access key that it accepts. */
  readonly key?: string
  readonly port?: number
  now?(): number
}

type Customer = { readonly id: string; readonly name: string; readonly cpfCnpj: string }
export type AsaasPayment = {
  readonly id: string
  readonly customer: string
  value: number
  status: string
  readonly dueDate: string
  readonly externalReference: string | null
  readonly description: string
  deleted: boolean
  pixTransaction: string | null
  /** Parts that went back. */
  refunds: { readonly value: number; status: string }[]
}

/** Calls this address, with this token, when somebody pays. */
type Webhook = {
  readonly id: string
  readonly url: string
  readonly authToken: string
  readonly enabled: boolean
}

export type Asaas = ReturnType<typeof startAsaas>

/** As in production since November 2026: upper and lower case, and underscores. */
const paymentId = () =>
  `pay_1_${Buffer.from(crypto.getRandomValues(new Uint8Array(24)))
    .toString('base64')
    .replace(/[^\dA-Za-z]/g, '')
    .slice(0, 16)}`

const fault = (status: number, code: string, description: string) =>
  Response.json({ errors: [{ code, description }] }, { status })

export function startAsaas({ key = '$aact_hmlg_stand-in', port = 0, now = Date.now }: AsaasOptions = {}) {
  const customers: Customer[] = []
  const payments: AsaasPayment[] = []
  const webhooks: Webhook[] = []
  const listeners = new Set<() => void>()
  const changed = () => {
    for (const listener of listeners) listener()
  }
  /** Requests that it carries out without answering. */
  let silent = 0
  let isDown = false
  const token = crypto.randomUUID()
  const asked: string[] = []

  async function answer(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    const path = pathname.replace(/^\/v3/, '')
    asked.push(`${request.method} ${path}`)
    if (request.headers.get('access_token') !== key) return fault(401, 'invalid_access_token', 'A chave não é válida')
    if (!request.headers.get('user-agent')) return fault(400, 'invalid_user_agent', 'O User-Agent é obrigatório')
    const text = await request.text()
    if (request.method === 'GET' && text !== '') return fault(403, 'forbidden', 'GET com corpo')
    const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) // a JSON object, or the test fails
    const [, what, id, part] = path.split('/')
    if (what === 'customers') return ofCustomers(request.method, searchParams, body)
    if (what === 'webhooks') return ofWebhooks(request.method, id, body)
    if (what === 'pix' && id === 'transactions') return ofTransaction(part)
    if (what !== 'payments') return fault(404, 'not_found', 'Não encontrado')
    if (id === undefined) return ofPayments(request.method, searchParams, body)
    const payment = payments.find((one) => one.id === id)
    if (!payment) return fault(404, 'not_found', 'Cobrança não encontrada')
    if (part === 'pixQrCode') return Response.json(codeOf(payment))
    if (request.method === 'DELETE') {
      if (!payable.has(payment.status)) return fault(400, 'invalid_action', 'A cobrança foi recebida')
      payment.deleted = true
      changed()
      return Response.json({ deleted: true, id })
    }
    return Response.json({ object: 'payment', ...payment })
  }

  function ofCustomers(method: string, asked: URLSearchParams, body: Record<string, unknown>): Response {
    if (method === 'GET') {
      const data = customers.filter(({ cpfCnpj }) => cpfCnpj === asked.get('cpfCnpj'))
      return Response.json({ object: 'list', hasMore: false, totalCount: data.length, limit: 10, offset: 0, data })
    }
    const { name, cpfCnpj } = body
    if (typeof name !== 'string' || name === '') return fault(400, 'invalid_name', 'O nome é obrigatório')
    if (typeof cpfCnpj !== 'string' || kindOfDocument(cpfCnpj) === undefined)
      return fault(400, 'invalid_cpfCnpj', 'O CPF ou CNPJ informado é inválido')
    const customer = { id: `cus_${String(customers.length + 1).padStart(12, '0')}`, name, cpfCnpj }
    customers.push(customer)
    return Response.json({ object: 'customer', ...customer })
  }

  function ofPayments(method: string, asked: URLSearchParams, body: Record<string, unknown>): Response {
    if (method === 'GET') {
      const data = payments.filter(({ externalReference }) => externalReference === asked.get('externalReference'))
      return Response.json({ object: 'list', hasMore: false, totalCount: data.length, limit: 10, offset: 0, data })
    }
    const { customer, billingType, value, dueDate, externalReference, description } = body
    if (!customers.some(({ id }) => id === customer)) return fault(400, 'invalid_customer', 'Customer inválido')
    if (billingType !== 'PIX') return fault(400, 'invalid_billingType', 'Só Pix aqui')
    if (typeof value !== 'number' || value <= 0 || Math.round(value * 100) / 100 !== value)
      return fault(400, 'invalid_value', 'O valor é inválido')
    const yesterday = new Date(now() - 86_400_000).toISOString().slice(0, 10)
    if (typeof dueDate !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(dueDate) || dueDate < yesterday)
      return fault(400, 'invalid_dueDate', 'A data de vencimento já passou')
    const payment: AsaasPayment = {
      id: paymentId(),
      customer: String(customer),
      value,
      status: 'PENDING',
      dueDate,
      externalReference: typeof externalReference === 'string' ? externalReference : null,
      description: typeof description === 'string' ? description : '',
      deleted: false,
      pixTransaction: null,
      refunds: [],
    }
    payments.push(payment)
    changed()
    return Response.json({ object: 'payment', ...payment })
  }

  function ofWebhooks(method: string, id: string | undefined, body: Record<string, unknown>): Response {
    if (method === 'GET') return Response.json({ object: 'list', hasMore: false, data: webhooks })
    const { url, authToken = '', enabled = true, events, sendType, apiVersion } = body
    if (typeof url !== 'string' || !URL.canParse(url)) return fault(400, 'invalid_url', 'A URL é inválida')
    if (!Array.isArray(events) || events.length === 0) return fault(400, 'invalid_events', 'Informe os eventos')
    if (apiVersion !== 3 || !['SEQUENTIALLY', 'NON_SEQUENTIALLY'].includes(String(sendType)))
      return fault(400, 'invalid_object', 'Webhook inválido')
    const known = webhooks.findIndex((one) => one.id === id)
    if (id !== undefined && known < 0) return fault(404, 'not_found', 'Webhook não encontrado')
    if (id === undefined && webhooks.some((one) => one.url === url))
      return fault(400, 'invalid_action', 'Já existe um webhook com esta URL')
    const webhook = { id: id ?? crypto.randomUUID(), url, authToken: String(authToken), enabled: enabled === true }
    webhooks.splice(known < 0 ? webhooks.length : known, 1, webhook)
    return Response.json({ object: 'webhook', ...webhook, authToken: undefined, hasAuthToken: authToken !== '' })
  }

  /** Of a payment by Pix. */
  function ofTransaction(id: string | undefined): Response {
    const payment = payments.find(({ pixTransaction }) => pixTransaction !== null && pixTransaction === id)
    if (!payment) return fault(404, 'not_found', 'Transação não encontrada')
    return Response.json({ id, endToEndIdentifier: endToEndIdOf(payment), value: payment.value, status: 'DONE' })
  }
  const endToEndIdOf = ({ pixTransaction }: AsaasPayment) =>
    `E19540550${pixTransaction?.replaceAll('-', '').slice(0, 23)}`

  /** Returns the webhook's body. */
  function pay(id: string, value?: number) {
    const payment = payments.find((one) => one.id === id || one.externalReference === id)
    if (!payment || payment.deleted || !payable.has(payment.status)) return undefined
    payment.status = 'RECEIVED'
    payment.pixTransaction ??= crypto.randomUUID()
    if (value !== undefined) payment.value = value
    changed()
    return eventOf('PAYMENT_RECEIVED', payment)
  }

  const payable: ReadonlySet<string> = new Set(['PENDING', 'OVERDUE'])
  const eventOf = (event: string, payment: AsaasPayment) => ({
    id: `evt_${crypto.randomUUID()}`,
    event,
    payment: { object: 'payment', ...structuredClone(payment) },
  })

  /** The operator or the bank sends money back; all of it without a value. Returns the webhook's body. */
  function refund(id: string, value?: number) {
    const payment = payments.find((one) => one.id === id || one.externalReference === id)
    if (payment?.pixTransaction == null) return undefined
    const back = payment.refunds.reduce((sum, one) => sum + one.value, 0)
    const rest = Math.round((payment.value - back) * 100) / 100
    payment.refunds.push({ value: Math.min(value ?? rest, rest), status: 'DONE' })
    const isWhole = value === undefined || value >= rest
    if (isWhole) payment.status = 'REFUNDED'
    changed()
    return eventOf(isWhole ? 'PAYMENT_REFUNDED' : 'PAYMENT_PARTIALLY_REFUNDED', payment)
  }

  /** Any state, also one that nobody knows yet. Returns the webhook's body. */
  function setStatus(id: string, status: string) {
    const payment = payments.find((one) => one.id === id || one.externalReference === id)
    if (!payment) return undefined
    payment.status = status
    changed()
    return eventOf(`PAYMENT_${status}`, payment)
  }

  const call = ({ url, authToken }: Webhook, body: unknown) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'asaas-access-token': authToken },
      body: JSON.stringify(body),
    }).catch(() => undefined) // whoever cannot be called asks

  const listed = (isWanted: (payment: AsaasPayment) => boolean) =>
    payments
      .filter(isWanted)
      .map((payment) => ({ ...payment, payer: customers.find(({ id }) => id === payment.customer)?.name ?? '' }))
      .reverse()

  async function callAll(body: unknown): Promise<boolean> {
    if (!body) return false
    await Promise.all(webhooks.filter(({ enabled }) => enabled).map((webhook) => call(webhook, body)))
    return true
  }

  const codeOf = ({ id, value }: AsaasPayment) => ({
    encodedImage: '',
    payload: `00020101021226asaas/${id}/${value.toFixed(2)}`,
    // Asaas writes Brazilian time without a zone.
    expirationDate: new Date(now() + (24 - 3) * 3_600_000).toISOString().slice(0, 19).replace('T', ' '),
  })

  const server = Bun.serve({
    hostname: '127.0.0.1',
    port,
    async fetch(request) {
      if (isDown) return new Response('unavailable', { status: 503 })
      const answered = await answer(request)
      if (silent === 0) return answered
      silent--
      return new Response('gateway timeout', { status: 504 })
    },
  })

  return {
    url: `http://127.0.0.1:${server.port}/v3`,
    key,
    payments: payments as readonly AsaasPayment[],
    /** Method and path of each request. */
    asked: asked as readonly string[],
    /** Somebody pays; another value than that of the charge may be given. Returns the webhook's body. */
    pay,
    refund,
    setStatus,
    /** Those that can be paid, newest first. */
    open: () => listed(({ status, deleted }) => payable.has(status) && !deleted),
    /** Those whose money can go back, newest first. */
    paid: () => listed(({ status }) => status === 'RECEIVED'),
    /** Somebody pays, perhaps a tenth only, and the webhooks are called. Returns whether the charge could be paid. */
    async payAndCall(id: string, how: 'whole' | 'short' = 'whole'): Promise<boolean> {
      const known = payments.find((one) => one.id === id)
      return callAll(pay(id, how === 'short' && known ? Math.ceil(known.value * 10) / 100 : undefined))
    },
    /** All of it goes back, and the webhooks are called. */
    refundAndCall: (id: string): Promise<boolean> => callAll(refund(id)),
    /** What a webhook sends along when `callAt` registered it. */
    token,
    callAt(url: string) {
      webhooks.push({ id: crypto.randomUUID(), url, authToken: token, enabled: true })
    },
    webhooks: webhooks as readonly Webhook[],
    /** Called after each change of a charge. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Carries out the next requests, but their answers get lost. */
    loseAnswers(count: number) {
      silent = count
    },
    setDown(down: boolean) {
      isDown = down
    },
    stop: () => server.stop(true),
  }
}
