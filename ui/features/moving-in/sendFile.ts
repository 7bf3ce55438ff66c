/** Sends a file in pieces. One that broke off goes on where it stopped, also after the page was loaded again. */
import { type FileKind, PIECE_BYTES, type Upload } from '../../../src/operator/moving-in/contract'
import { ApiError } from '../../shared/client'
import { sessionFetch } from '../../shared/session/access'
import { failureOf, unreachable } from '../../shared/session/failure'
import { beginUpload } from './api'

const TRIES = 6
const WAIT = 1_000

type Sending = {
  readonly kind: FileKind
  readonly file: File
  /** The unfinished upload that the server knows. */
  readonly known: Upload | null
  readonly signal: AbortSignal
  shown(done: number): void
}

export const isSame = (upload: Upload | null, kind: FileKind, file: File): upload is Upload =>
  upload !== null && upload.kind === kind && upload.bytes === file.size && upload.name === file.name

export async function sendFile({ kind, file, known, signal, shown }: Sending): Promise<void> {
  let at = isSame(known, kind, file) ? known.done : 0
  if (!isSame(known, kind, file)) await beginUpload({ kind, name: file.name, bytes: file.size })
  let tries = 0
  while (at < file.size) {
    shown(at)
    try {
      at = await sendPiece(file.slice(at, at + PIECE_BYTES), at, signal)
      tries = 0
    } catch (error) {
      const where = placeIn(error)
      if (where !== undefined) at = where
      else if (!isPassing(error) || ++tries === TRIES) throw error
      else await new Promise((resolve) => setTimeout(resolve, WAIT * tries))
    }
  }
}

/** Returns how much the server has. */
async function sendPiece(piece: Blob, at: number, signal: AbortSignal): Promise<number> {
  const answer = await sessionFetch(`/api/moving-in/uploads?at=${at}`, {
    method: 'PUT',
    body: piece,
    signal,
    headers: { 'content-type': 'application/octet-stream' },
  }).catch((failure: unknown) => {
    throw signal.aborted || failure instanceof ApiError ? failure : unreachable()
  })
  const content: unknown = await answer.json().catch(() => null)
  if (!answer.ok) throw failureOf(answer.status, content)
  return (content as { done: number }).done // the answer of its route
}

/** A piece that came although its answer was lost. */
function placeIn(error: unknown): number | undefined {
  if (!(error instanceof ApiError) || String(error.code) !== 'ERR_MOVING_IN_PIECE') return undefined
  const { details } = error
  return typeof details === 'object' && details !== null && 'at' in details ? Number(details.at) : undefined
}

const isPassing = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'ERR_UNREACHABLE' || String(error.code) === 'ERR_MEDIA_UNREADABLE')
