/** Commands to the simulator, and the files its phones send each other. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { InferOutput } from 'valibot'
import type {
  ChargeList,
  Command,
  CommandFailure,
  CommandResult,
  MailList,
  SimulatorState,
  StoredMedia,
} from '../../../src/simulator/contract'
import type { HookList } from '../../../src/simulator/hooks/contract'
import { sessionFetch } from '../../shared/session/access'
import { failureOf, unreachable } from '../../shared/session/failure'

/** The simulator refused a command; `code` is a key under `simulator.refusal`. */
export class RefusedRequest extends Error {
  readonly code: CommandFailure
  constructor(code: CommandFailure) {
    super(code)
    this.name = 'RefusedRequest'
    this.code = code
  }
}

/** Runs one command; returns the id of what it created. */
export const command = async (order: Command): Promise<string | null> => (await carryOut(order)).id

/** Runs one command that returns a text to share. */
export const commandText = async (order: Command): Promise<string> => (await carryOut(order)).text ?? ''

async function carryOut(order: Command) {
  const answer = await send('/api/simulator/command', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(order),
  })
  const result: unknown = await answer.json().catch(() => null)
  if (!isResult(result)) throw failureOf(answer.status, result)
  if (!result.ok) throw new RefusedRequest(result.error)
  return result
}

const isResult = (value: unknown): value is CommandResult =>
  typeof value === 'object' && value !== null && 'ok' in value

export async function uploadMedia(file: File): Promise<string> {
  const headers = {
    'content-type': file.type || 'application/octet-stream',
    'x-file-name': encodeURIComponent(file.name),
  }
  const answer = await send('/api/simulator/media', { method: 'POST', headers, body: file })
  const content: unknown = await answer.json().catch(() => null)
  if (!answer.ok) throw failureOf(answer.status, content)
  return (content as InferOutput<typeof StoredMedia>).id
}

/** The bytes of one of the simulator's files: an address in `src` could not carry the session. */
export const fileQuery = (url: string) =>
  queryOptions({
    queryKey: ['simulator', 'file', url],
    queryFn: async () => {
      const answer = await send(`/api/simulator/${url.replace(/^\//, '')}`)
      if (!answer.ok) throw failureOf(answer.status, null)
      return answer.blob()
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The mails that arrived; `mail` tells when there are others. */
export const mailsQuery = (mail: SimulatorState['mail']) =>
  queryOptions({
    queryKey: ['simulator', 'mails', mail],
    queryFn: async () => {
      const answer = await send('/api/simulator/mails')
      if (!answer.ok) throw failureOf(answer.status, null)
      return (await answer.json()) as MailList // the answer of its route
    },
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The charges that can be paid; `pix` tells when there are others. */
export const chargesQuery = (pix: SimulatorState['pix']) =>
  queryOptions({
    queryKey: ['simulator', 'charges', pix],
    queryFn: async () => {
      const answer = await send('/api/simulator/charges')
      if (!answer.ok) throw failureOf(answer.status, null)
      return (await answer.json()) as ChargeList // the answer of its route
    },
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** `short`: a tenth of it. */
export type BankAct = 'pay' | 'short' | 'refund'

export async function actAsBank(id: string, what: BankAct): Promise<void> {
  const answer = await send(`/api/simulator/charges/${encodeURIComponent(id)}/${what}`, { method: 'POST' })
  if (!answer.ok) throw failureOf(answer.status, null)
}

/** The webhooks that arrived; `state` tells when there are others. */
export const hooksQuery = ({ arrived, kept }: SimulatorState['hooks']) =>
  queryOptions({
    queryKey: ['simulator', 'hooks', arrived, kept],
    queryFn: async () => {
      const answer = await send('/api/simulator/hooks')
      if (!answer.ok) throw failureOf(answer.status, null)
      return (await answer.json()) as HookList // the answer of its route
    },
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

export async function emptyMails(): Promise<void> {
  const answer = await send('/api/simulator/mails/empty', { method: 'POST' })
  if (!answer.ok) throw failureOf(answer.status, null)
}

const send = (address: string, init?: RequestInit) =>
  sessionFetch(address, init).catch(() => {
    throw unreachable()
  })
