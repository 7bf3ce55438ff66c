/** Faults that tests ask for, each used up by the next call it concerns. */
import { type GraphCall, GraphError } from './graph'

const named = {
  /** No answer while the stand-in runs. Nothing was done. */
  hang: null,
  /** Done, but a gateway on the way gives up before the answer. */
  lost: null,
  /** Done, but only half of the answer arrives. */
  truncated: null,
  /** Done, and then no answer. */
  lostHanging: null,
  html: null,
  appRate: { status: 400, code: 4, message: '(#4) Application request limit reached' },
  accountRate: { status: 400, code: 80007, message: '(#80007) Rate limit issues' },
  throughput: { status: 429, code: 130429, message: '(#130429) Rate limit hit' },
  pairRate: {
    status: 400,
    code: 131056,
    message: '(#131056) (Business Account, Consumer Account) pair rate limit hit',
  },
  callsRate: { status: 400, code: 613, message: '(#613) Calls to this api have exceeded the rate limit.' },
  token: { status: 401, code: 190, message: 'Error validating access token: Session has expired.', subcode: 463 },
  unknown: { status: 500, code: 1, message: 'An unknown error occurred' },
  unavailable: { status: 503, code: 2, message: 'An unexpected error has occurred. Please retry your request later.' },
  wentWrong: { status: 500, code: 131000, message: '(#131000) Something went wrong' },
  undeliverable: { status: 400, code: 131026, message: '(#131026) Message undeliverable' },
  policy: { status: 400, code: 368, message: '(#368) Temporarily blocked for policies violations' },
} as const satisfies Record<string, null | ErrorFault>

type ErrorFault = {
  readonly status: number
  readonly code: number
  readonly message?: string
  readonly subcode?: number
  readonly details?: string
}
export type MetaFaultName = keyof typeof named
/** `on`: only calls whose last part of the address it is, such as `messages` or `media`. */
export type MetaFault = MetaFaultName | ({ readonly on?: string } & (ErrorFault | { readonly fault: MetaFaultName }))

const isName = (word: unknown): word is MetaFaultName => typeof word === 'string' && Object.hasOwn(named, word)

export function faultOf(value: unknown): MetaFault | undefined {
  if (isName(value)) return value
  if (typeof value !== 'object' || value === null) return undefined
  const { fault, code, status } = value as { fault?: unknown; code?: unknown; status?: unknown } // checked below
  if (isName(fault) || (typeof code === 'number' && typeof status === 'number')) return value as MetaFault // checked
  return undefined
}

type Outcome = () => Promise<Response>

export class MetaFaults {
  readonly #next: MetaFault[] = []
  readonly #hanging = new Set<() => void>()

  add(faults: readonly MetaFault[]) {
    this.#next.push(...faults)
  }

  clear() {
    this.#next.length = 0
  }

  release() {
    for (const one of this.#hanging) one()
    this.#hanging.clear()
  }

  /** Answers the call, by the next fault if that concerns it. */
  async answer(call: GraphCall, usual: Outcome): Promise<Response> {
    const fault = this.#take(call)
    if (fault === undefined) return usual()
    if (typeof fault === 'string') return this.#named(fault, usual)
    if ('fault' in fault) return this.#named(fault.fault, usual)
    return errorOf(fault).response()
  }

  async #named(name: MetaFaultName, usual: Outcome): Promise<Response> {
    const error = named[name]
    if (error) return errorOf(error).response()
    if (name === 'html') return gateway(502)
    if (name === 'hang') return this.#hang()
    const answer = await usual()
    if (name === 'lost') return gateway(504)
    return name === 'truncated' ? halved(answer) : this.#hang()
  }

  async #hang(): Promise<Response> {
    await new Promise<void>((resolve) => this.#hanging.add(resolve))
    return new Response('', { status: 504 })
  }

  #take({ path }: GraphCall): MetaFault | undefined {
    const next = this.#next[0]
    if (next === undefined) return undefined
    const on = typeof next === 'string' ? undefined : next.on
    if (on !== undefined && on !== path.at(-1)) return undefined
    return this.#next.shift()
  }
}

const errorOf = ({ status, code, message, subcode, details }: ErrorFault) =>
  new GraphError(status, code, message ?? `(#${code}) Error`, {
    ...(subcode !== undefined && { subcode }),
    ...(details !== undefined && { details }),
  })

const gateway = (status: number) =>
  new Response('<html><title>Error</title><body>Sorry, something went wrong.</body></html>', {
    status,
    headers: { 'content-type': 'text/html' },
  })

async function halved(answer: Response): Promise<Response> {
  const text = await answer.text()
  return new Response(text.slice(0, text.length / 2), { headers: { 'content-type': 'application/json' } })
}
