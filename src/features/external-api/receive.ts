/** Reads a send from a request, JSON or multipart, and accepts it. */
import type { NumberLookUp } from '../../channels/look-up'
import { fail } from '../../errors'
import { check, readBody } from '../../platform/input'
import type { RouteServices } from '../../platform/module'
import { fetchFile } from '../../tickets/media/from-address'
import { withUpload } from '../../tickets/media/upload'
import type { Acceptance } from './acceptance'
import { KEY_LENGTH, MOST_MEDIAS, SendApiMessage } from './contract'
import type { Caller } from './door'
import { type Accepted, askForRecipient, findKnownRecipient, findRepeated, keyOf, placeOf } from './send'
import { readFields, readKey, readSend, type WantedSend } from './wanted'

export type Deps = Pick<RouteServices, 'placeOf' | 'outsideAllow'> & {
  readonly numbers: NumberLookUp
  readonly acceptance: Acceptance
  /** Checks again, after slow work, that the caller may still send. */
  stillHere?(): void
}

export async function receiveSend(caller: Caller, request: Request, deps: Deps): Promise<Accepted> {
  const type = request.headers.get('content-type') ?? ''
  if (!type.startsWith('multipart/form-data'))
    return acceptWanted(caller, request, deps, readSend(check(SendApiMessage, await readBody(request))))
  const place = placeFor(caller, deps)
  return withUpload(request, place, async ({ fields, files, keep }) => {
    deps.stillHere?.()
    if (files.length > MOST_MEDIAS) fail('ERR_INVALID_INPUT', [{ field: 'medias', message: 'form.list.long' }])
    return acceptWanted(caller, request, deps, readFields(fields), { files, keep })
  })
}

type Upload = Pick<Parameters<Parameters<typeof withUpload>[2]>[0], 'files' | 'keep'>

/** Refuses invalid sends before a file gets its final name. */
export async function acceptWanted(
  caller: Caller,
  request: Request,
  deps: Deps,
  wanted: WantedSend,
  { files, keep }: Upload = { files: [], keep: async () => {} },
): Promise<Accepted> {
  const { cx, token } = caller
  const value = readKey(request.headers.get('idempotency-key'), KEY_LENGTH)
  const hashes = files.map(({ media }) => String(media.file))
  const key = value === null ? null : keyOf(value, wanted, hashes)
  const known = findKnownRecipient(cx, wanted.number)
  const count = files.length + wanted.urls.length
  if (known && count === 0) return deps.acceptance.accept(cx, { token, wanted, recipient: known, files: [], key })

  const repeated = findRepeated(cx, token, key)
  if (repeated) return { send: repeated, isRepeated: true }
  if (wanted.body.trim() === '' && count === 0) fail('ERR_MESSAGE_EMPTY')
  if (count > MOST_MEDIAS) fail('ERR_INVALID_INPUT', [{ field: 'medias', message: 'form.list.long' }])
  placeOf(cx, token, wanted)
  const recipient = known ?? (await askForRecipient(cx, token, deps.numbers, wanted.number))
  const fetched: Awaited<ReturnType<typeof fetchFile>>[] = []
  const reached = { left: request.signal, reach: 'public', allowed: deps.outsideAllow } as const
  for (const url of wanted.urls) fetched.push(await fetchFile(placeFor(caller, deps), { url, ...reached }))
  await keep()
  deps.stillHere?.()
  const all = [...files.map(({ kind, media }) => ({ kind, media })), ...fetched]
  return deps.acceptance.accept(cx, { token, wanted, recipient, files: all, key })
}

/** Storage of its files. Tokens and users take turns. */
const placeFor = ({ cx, token }: Caller, { placeOf }: Pick<Deps, 'placeOf'>) =>
  placeOf({ tenantUuid: cx.tenant.uuid, userId: -token.id })
