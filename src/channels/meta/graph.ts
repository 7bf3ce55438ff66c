/** Calls Meta's Graph API. The address and version are the operator's. */
import { createHmac } from 'node:crypto'
import type { Wait } from '../../platform/gate'
import { readJson } from '../../platform/json'
import { askOutside, OutsideFailed } from '../../platform/outside'
import { SECOND } from '../../platform/time'

export type GraphSettings = {
  /** Without a slash at the end. */
  readonly url: string
  /** Such as `v26.0`. */
  readonly version: string
}

/** False for something that stands in for it. */
export const isMetaItself = (graphUrl: string): boolean => new URL(graphUrl).host === 'graph.facebook.com'

export type GraphRequest = {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Below the version, without a slash at the beginning, such as `123/messages`. */
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly body?: unknown
  readonly token?: string
  /** Signs the token (`appsecret_proof`), which Meta then requires to be this app's. */
  readonly appSecret?: string
  readonly signal?: AbortSignal
  /** Milliseconds for the whole response; default 20 s. */
  readonly limit?: number
}

/** Meta answered with an error. */
export class GraphFailed extends Error {
  readonly status: number
  readonly code: number
  /** 0 without one. */
  readonly subcode: number
  readonly details: string

  constructor({ status, code, subcode, message, details }: Omit<GraphFailed, keyof Error> & { message: string }) {
    super(`Meta refused with ${code}${subcode ? `/${subcode}` : ''}: ${message}`)
    this.name = 'GraphFailed'
    this.status = status
    this.code = code
    this.subcode = subcode
    this.details = details || message
  }
}

/** Nobody answered. `wasSent`: Meta may have received the request. */
export class GraphSilent extends Error {
  readonly wasSent: boolean
  constructor({ fault, cause }: OutsideFailed) {
    super(`Meta did not answer: ${fault}`, { cause })
    this.name = 'GraphSilent'
    this.wasSent = fault !== 'notPublic' && !NOT_CONNECTED.has((cause as { code?: unknown } | undefined)?.code)
  }
}
/** Before a request is sent. A connection that is lost later says ECONNRESET. */
const NOT_CONNECTED: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'ConnectionRefused',
  'FailedToOpenSocket',
  'NOT_ACKNOWLEDGED',
])

/** More than any answer that we ask for. */
const ANSWER_BYTES = 4 * 1024 * 1024
const ANSWER_TIME = 20 * SECOND

type Signer = { readonly credentials: { readonly token: string }; readonly appSecret: string }

export type Graph = ReturnType<typeof createGraph>

export function createGraph(settings: () => GraphSettings, wait: Wait) {
  const addressOf = (path: string, query: Readonly<Record<string, string>> = {}): string => {
    const { url, version } = settings()
    const words = new URLSearchParams(query).toString()
    return `${url}/${version}/${path}${words && `?${words}`}`
  }

  return {
    addressOf,
    wait,
    /** Belongs to the query of calls that do not go through `call`. */
    proofFor: ({ credentials, appSecret }: Signer): Record<string, string> =>
      appSecret ? { appsecret_proof: proofOf(credentials.token, appSecret) } : {},
    /** Throws `GraphFailed` or `GraphSilent`. */
    async call({ method, path, query, body, token, appSecret, signal, limit }: GraphRequest): Promise<unknown> {
      const proof = token !== undefined && appSecret ? { appsecret_proof: proofOf(token, appSecret) } : {}
      const content = body === undefined ? undefined : JSON.stringify(body)
      const answer = await askOutside({
        reach: 'any',
        wait,
        url: addressOf(path, { ...query, ...proof }),
        method,
        headers: {
          accept: 'application/json',
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          // Otherwise the body of a DELETE has no end.
          ...(content !== undefined && {
            'content-type': 'application/json',
            'content-length': String(Buffer.byteLength(content)),
          }),
        },
        ...(content !== undefined && { body: content }),
        limit: limit ?? ANSWER_TIME,
        most: ANSWER_BYTES,
        left: signal ?? new AbortController().signal,
      }).catch((error: unknown) => {
        throw error instanceof OutsideFailed ? new GraphSilent(error) : error
      })
      return contentOf(answer.status, answer.body)
    },
  }
}

export const proofOf = (token: string, appSecret: string): string =>
  createHmac('sha256', appSecret).update(token).digest('hex')

type GraphError = {
  readonly message?: unknown
  readonly code?: unknown
  readonly error_subcode?: unknown
  readonly error_data?: { readonly details?: unknown }
}

/** The content of a response; throws `GraphFailed` if it is an error. */
export function contentOf(status: number, body: string): unknown {
  const content = readJson(body, ANSWER_VALUES)
  const error = (content as { readonly error?: GraphError } | null | undefined)?.error
  if (status < 400 && !error) return content
  throw new GraphFailed({
    status,
    code: numberOf(error?.code),
    subcode: numberOf(error?.error_subcode),
    message: textOf(error?.message) || `HTTP ${status}`,
    details: textOf(error?.error_data?.details),
  })
}
const ANSWER_VALUES = 100_000

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0)
const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 500) : '')
