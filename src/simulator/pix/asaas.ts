/** A local Asaas: it checks what the real one checks, and a payment is made by `pay`. */

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
  deleted: boolean
}

const fault = (status: number, code: string, description: string) =>
  Response.json({ errors: [{ code, description }] }, { status })

export function startAsaas({ key = '$aact_hmlg_stand-in', port = 0, now = Date.now }: AsaasOptions = {}) {
  const customers: Customer[] = []
  const payments: AsaasPayment[] = []
  /** Requests that it carries out without answering. */
  let silent = 0
  let isDown = false
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
    if (what !== 'payments') return fault(404, 'not_found', 'Não encontrado')
    if (id === undefined) return ofPayments(request.method, searchParams, body)
    const payment = payments.find((one) => one.id === id)
    if (!payment) return fault(404, 'not_found', 'Cobrança não encontrada')
    if (part === 'pixQrCode') return Response.json(codeOf(payment))
    if (request.method === 'DELETE') {
      if (payment.status !== 'PENDING') return fault(400, 'invalid_action', 'A cobrança foi recebida')
      payment.deleted = true
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
    if (typeof cpfCnpj !== 'string' || !/^(\d{11}|\d{14})$/.test(cpfCnpj))
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
    const { customer, billingType, value, dueDate, externalReference } = body
    if (!customers.some(({ id }) => id === customer)) return fault(400, 'invalid_customer', 'Customer inválido')
    if (billingType !== 'PIX') return fault(400, 'invalid_billingType', 'Só Pix aqui')
    if (typeof value !== 'number' || value <= 0 || Math.round(value * 100) / 100 !== value)
      return fault(400, 'invalid_value', 'O valor é inválido')
    const yesterday = new Date(now() - 86_400_000).toISOString().slice(0, 10)
    if (typeof dueDate !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(dueDate) || dueDate < yesterday)
      return fault(400, 'invalid_dueDate', 'A data de vencimento já passou')
    const payment: AsaasPayment = {
      id: `pay_${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}`,
      customer: String(customer),
      value,
      status: 'PENDING',
      dueDate,
      externalReference: typeof externalReference === 'string' ? externalReference : null,
      deleted: false,
    }
    payments.push(payment)
    return Response.json({ object: 'payment', ...payment })
  }

  const codeOf = ({ id, value }: AsaasPayment) => ({
    encodedImage: '',
    payload: `00020101021226asaas/${id}/${value.toFixed(2)}`,
    expirationDate: new Date(now() + 86_400_000).toISOString().slice(0, 19).replace('T', ' '),
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
    pay(id: string, value?: number) {
      const payment = payments.find((one) => one.id === id || one.externalReference === id)
      if (!payment || payment.deleted) return undefined
      payment.status = 'RECEIVED'
      if (value !== undefined) payment.value = value
      return { id: `evt_${crypto.randomUUID()}`, event: 'PAYMENT_RECEIVED', payment: { object: 'payment', ...payment } }
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
