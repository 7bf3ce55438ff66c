/**
 * A local n8n whose workflow answers customers of a furniture shop about their orders. It checks what a careful workflow
 * checks: token, signature, age, ids, and that a conversation has one call at a time.
 */
import { SECOND } from '../../platform/time'
import { signedHeaders } from '../../platform/webhook-signature'

export type N8nOptions = {
  readonly port?: number
  /** The Bearer token that it accepts. */
  readonly token?: string
  /** Null: signatures are not checked. */
  readonly secret?: string | null
  now?(): number
}

export type N8nCall = {
  readonly id: string
  readonly session: { readonly id: string; readonly turn: number }
  readonly message: { readonly id: number; readonly type: string; readonly body: string } | null
  readonly contact: { readonly id: number; readonly name: string; readonly number: string }
  readonly ticket: { readonly id: number; readonly uuid: string; readonly queueId: number | null }
  readonly body: string
  /** The same id came before. */
  readonly isRepeated: boolean
}

type Behaviour = (call: N8nCall) => Response | Promise<Response>

const TOLERANCE = 5 * 60 * SECOND

export function startN8n({ port = 0, token = 'n8n-de-teste', secret = null, now = Date.now }: N8nOptions = {}) {
  const checks = { token, secret }
  const calls: N8nCall[] = []
  const refused: string[] = []
  const open = new Set<string>()
  let behave: Behaviour = (call) => Response.json(answerOf(call))

  function faultOf(headers: Headers, body: string): string | undefined {
    if (headers.get('authorization') !== `Bearer ${checks.token}`) return 'wrong token'
    const id = headers.get('idempotency-key') ?? ''
    if (id === '') return 'without id'
    if (checks.secret === null) return undefined
    const timestamp = Number(headers.get('webhook-timestamp'))
    if (headers.get('webhook-id') !== id) return 'two ids'
    if (Math.abs(now() - timestamp * SECOND) > TOLERANCE) return 'too old or too new'
    const { 'webhook-signature': wanted } = signedHeaders([checks.secret], { id, timestamp, body })
    return headers
      .get('webhook-signature')
      ?.split(' ')
      .includes(wanted ?? '')
      ? undefined
      : 'wrong signature'
  }

  async function answer(request: Request): Promise<Response> {
    const body = await request.text()
    const { pathname } = new URL(request.url)
    // As n8n answers at the address of its editor.
    if (pathname.startsWith('/webhook-test/'))
      return Response.json({ code: 404, message: 'The requested webhook is not registered.' }, { status: 404 })
    const fault = faultOf(request.headers, body)
    const given = fault === undefined ? (JSON.parse(body) as Omit<N8nCall, 'id' | 'body' | 'isRepeated'>) : undefined // signed by us
    const session = given?.session?.id ?? ''
    const wrong = fault ?? (session === '' || given?.ticket?.uuid === undefined ? 'ids are missing' : undefined)
    const refusal = wrong ?? (open.has(session) ? 'a call is open' : undefined)
    if (refusal !== undefined || !given) {
      refused.push(refusal ?? '')
      return Response.json({ message: refusal }, { status: 403 })
    }
    const id = request.headers.get('idempotency-key') ?? ''
    const call: N8nCall = { ...given, id, body, isRepeated: calls.some((one) => one.id === id) }
    calls.push(call)
    open.add(session)
    try {
      return await behave(call)
    } finally {
      open.delete(session)
    }
  }

  const server = Bun.serve({ hostname: '127.0.0.1', port, idleTimeout: 60, fetch: answer })
  server.unref() // it does not keep the process alive
  return {
    url: `http://127.0.0.1:${server.port}/webhook/pedidos`,
    port: server.port,
    checks,
    calls: calls as readonly N8nCall[],
    /** Why calls were refused. */
    refused: refused as readonly string[],
    /** From now on it answers like this. */
    answers(next: Behaviour) {
      behave = next
    },
    stop: () => server.stop(true),
  }
}
export type N8n = ReturnType<typeof startN8n>

/** The workflow. */
function answerOf({ message, contact, session }: Pick<N8nCall, 'message' | 'contact' | 'session'>): unknown {
  const said = (message?.body ?? '').toLowerCase()
  const order = /\b\d{4,8}\b/.exec(said)?.[0]
  if (/atendente|pessoa|humano/.test(said))
    return [{ output: 'Certo, vou chamar alguém da equipe. Um instante!' }, { stopBot: true }]
  if (order !== undefined)
    return {
      output: `O pedido *${order}* saiu da fábrica e chega *amanhã, entre 9h e 12h*.\n\nEscreva *atendente* para falar com uma pessoa.`,
    }
  if (session.turn > 1) return { output: 'Não achei esse número. Ele tem de 4 a 8 dígitos e está no e-mail da compra.' }
  const [first = ''] = contact.name.split(' ')
  return { output: `Olá${first && `, ${first}`}! Sou o assistente de entregas. Qual é o número do seu pedido?` }
}
