/** The simulator over HTTP: for its page, and for tests in other processes. */
import * as v from 'valibot'
import { addressOf } from '../platform/address'
import { type ChargeList, Command, type CommandResult, type MailList, type SimulatorState } from './contract'
import type { HookList } from './hooks/contract'
import type { Mailbox } from './mail/mailbox'
import type { MediaStore } from './media/store'
import type { Asaas } from './pix/asaas'

type Parts = {
  run(command: Command): Promise<CommandResult>
  state(): SimulatorState
  subscribe(listener: (state: SimulatorState) => void): () => void
  trace(filter?: { who?: string | undefined; newest?: number }): string
  media: MediaStore
  mailbox: Mailbox | null
  payments: Asaas | null
  hooks(): HookList
}

/** Works under any mount point: only the last parts of the path count. */
export function controlHandler(simulator: Parts) {
  return async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = addressOf(request)
    const [last, before, first] = pathname.split('/').reverse()
    if (request.method === 'POST') {
      if (last === 'command') return obey(simulator, request)
      if (last === 'media') return keep(simulator, request)
      if (before === 'mails' && last === 'empty') return emptyMails(simulator)
      if (first === 'charges' && before && isBankAct(last)) return act(simulator, before, last)
      return notFound()
    }
    if (last === 'state') return Response.json(simulator.state())
    if (last === 'hooks') return Response.json(simulator.hooks())
    if (last === 'mails') return Response.json(mailsOf(simulator))
    if (last === 'charges') return Response.json(chargesOf(simulator))
    if (last === 'events') return follow(simulator)
    if (last === 'trace') return new Response(simulator.trace(traceFilter(searchParams)))
    return before === 'media' && last ? show(simulator, last) : notFound()
  }
}

const mailsOf = ({ mailbox }: Parts): MailList => ({
  mails: (mailbox?.mails() ?? []).map(({ id, at, sender, to, subject, text, attachments }) => ({
    id,
    at: new Date(at).toISOString(),
    sender,
    to: [...to],
    subject,
    text,
    attachments: [...attachments],
  })),
})

function emptyMails({ mailbox }: Parts): Response {
  mailbox?.empty()
  return Response.json({ ok: true })
}

const chargesOf = ({ payments }: Parts): ChargeList => ({
  charges: [...(payments?.open() ?? []), ...(payments?.paid() ?? [])].map(
    ({ id, value, payer, description, status }) => ({ id, value, payer, description, isPaid: status === 'RECEIVED' }),
  ),
})

/** The payer's bank pays, pays a tenth of it, or gets the money back. */
const bankActs = {
  pay: (payments: Asaas, id: string) => payments.payAndCall(id),
  short: (payments: Asaas, id: string) => payments.payAndCall(id, 'short'),
  refund: (payments: Asaas, id: string) => payments.refundAndCall(id),
} as const
const isBankAct = (what: string | undefined): what is keyof typeof bankActs => what !== undefined && what in bankActs

async function act({ payments }: Parts, id: string, what: keyof typeof bankActs): Promise<Response> {
  return payments && (await bankActs[what](payments, id)) ? Response.json({ ok: true }) : notFound()
}

/** `?who=<phone>` and `?newest=<lines>`. */
function traceFilter(asked: URLSearchParams) {
  const [who, newest] = [asked.get('who') ?? undefined, Number(asked.get('newest'))]
  return newest > 0 ? { who, newest } : { who }
}

const notFound = () => new Response('not found', { status: 404 })

async function obey(simulator: Parts, request: Request): Promise<Response> {
  const body: unknown = await request.json().catch(() => undefined)
  const parsed = v.safeParse(Command, body)
  if (!parsed.success) {
    const message = parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'body'}: ${issue.message}`).join('; ')
    return Response.json({ ok: false, error: 'bad_input', message }, { status: 400 })
  }
  const result = await simulator.run(parsed.output)
  return Response.json(result, { status: result.ok ? 200 : 400 })
}

async function keep({ media }: Parts, request: Request): Promise<Response> {
  const bytes = Buffer.from(await request.arrayBuffer())
  const id = media.random.bytes(12).toString('hex')
  const name = decoded(request.headers.get('x-file-name') ?? 'file')
  media.uploads.set(id, { bytes, name, mimetype: request.headers.get('content-type') ?? 'application/octet-stream' })
  return Response.json({ id })
}

/** Header values are percent-encoded, because they are ASCII only; other values are taken as they are. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Served so that browsers show but never execute them. */
async function show({ media }: Parts, id: string): Promise<Response> {
  const file = await media.read(id)
  if (!file) return notFound()
  const isShowable = /^(image\/(?!svg)|audio\/|video\/|application\/pdf)/.test(file.mimetype)
  const disposition = `${isShowable ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(file.name)}`
  const headers = {
    'content-type': file.mimetype,
    'content-disposition': disposition,
    'x-content-type-options': 'nosniff',
  }
  return new Response(new Uint8Array(file.bytes), { headers })
}

const READERS_LAG = 3

/** Sends one line of JSON immediately, and one after each change. */
function follow(simulator: Parts): Response {
  let stop = () => {}
  const encoder = new TextEncoder()
  const lines = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (state: SimulatorState) => {
        // A slow reader skips states; each state is complete.
        if ((controller.desiredSize ?? 0) > -READERS_LAG)
          controller.enqueue(encoder.encode(`${JSON.stringify({ state })}\n`))
      }
      send(simulator.state())
      stop = simulator.subscribe(send)
    },
    cancel: () => stop(),
  })
  return new Response(lines, { headers: { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' } })
}
