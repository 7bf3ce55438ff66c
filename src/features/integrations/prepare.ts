/** Fetches the files of a turn's actions, before anything of the turn is stored. */

import type { Outgoing } from '../../channels/channel'
import { AppError } from '../../errors'
import type { Wait } from '../../platform/gate'
import type { OutsideAllow } from '../../platform/outside'
import { SECOND } from '../../platform/time'
import type { UploadTarget } from '../../platform/uploads'
import { fetchFile } from '../../tickets/media/from-address'
import { kindOf } from '../../tickets/media/upload'
import type { StoredMedia } from '../../tickets/messages/tables'
import { mediaOf } from '../../tickets/sending/send-automatic'
import { type Action, type Call, type FileKind, MOST_ACTIONS } from './runner'

/** For all files of a turn. */
const FILES_LIMIT = 30 * SECOND

type SendFile = Extract<Action, { do: 'sendFile' }>
export type PreparedAction =
  | Exclude<Action, SendFile>
  | {
      readonly do: 'sendFile'
      readonly kind: Outgoing['kind']
      readonly media: StoredMedia
      readonly caption: string
      readonly afterMs?: number
    }

export type PreparedTurn = { readonly actions: readonly PreparedAction[]; readonly calls: readonly Call[] }
type Deps = {
  readonly place: UploadTarget
  readonly wait: Wait
  readonly allowed: OutsideAllow
  readonly left: AbortSignal
  now(): number
}

/** A file that cannot be fetched is left out, and its caption is said instead. */
export async function prepare(actions: readonly Action[], deps: Deps): Promise<PreparedTurn> {
  const calls: Call[] = []
  const ready: PreparedAction[] = []
  const left = AbortSignal.any([deps.left, AbortSignal.timeout(FILES_LIMIT)])
  for (const action of actions.slice(0, MOST_ACTIONS))
    ready.push(...(action.do === 'sendFile' ? await fileOf(action, { ...deps, left }, calls) : [action]))
  return { actions: ready, calls }
}

async function fileOf(action: SendFile, deps: Deps, calls: Call[]): Promise<PreparedAction[]> {
  const { file, as, caption, afterMs } = action
  const later = afterMs === undefined ? {} : { afterMs }
  if ('stored' in file) {
    const kind = kindFor(as, kindOf(file.stored.mimetype, file.stored.size), file.stored.mimetype)
    return [{ do: 'sendFile', kind, media: mediaOf(file.stored), caption, ...later }]
  }
  const at = deps.now()
  const since = performance.now()
  const call = (fault: string | null): Call => ({
    ...{
      at,
      ms: performance.now() - since,
      status: fault === null ? 200 : null,
      what: `GET ${placeIn(file.url)}`,
      fault,
    },
  })
  try {
    const { kind, media } = await fetchFile(deps.place, {
      url: file.url,
      left: deps.left,
      wait: deps.wait,
      reach: 'public',
      allowed: deps.allowed,
    })
    calls.push(call(null))
    return [{ do: 'sendFile', kind: kindFor(as, kind, media.mimetype), media, caption, ...later }]
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    calls.push(call(faultIn(error.details)))
    return caption.trim() === '' ? [] : [{ do: 'say', text: caption, ...later }]
  }
}

/** Without the query, which may hold a secret. */
const placeIn = (url: string): string => (URL.canParse(url) ? new URL(url).host + new URL(url).pathname : 'file')

const faultIn = (details: unknown): string =>
  typeof details === 'object' && details !== null && 'fault' in details ? String(details.fault) : 'file'

/** What the messenger would not display as asked is sent as what it is. */
function kindFor(as: FileKind, kind: Outgoing['kind'], mimetype: string): Outgoing['kind'] {
  if (as === 'document') return 'document'
  return as === 'voice' && mimetype === 'audio/ogg' ? 'ptt' : kind
}
