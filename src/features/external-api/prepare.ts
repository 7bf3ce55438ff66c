/**
 * Reads a send from a request and checks it, then does the slow work: asks the messenger about an unknown number, fetches
 * and keeps files. Writes no rows.
 */
import { can } from '../../channels/acts'
import { channelOf } from '../../channels/connections/queries'
import type { NumberLookUp } from '../../channels/look-up'
import { fail } from '../../errors'
import { check, readBody } from '../../platform/input'
import type { RouteServices } from '../../platform/module'
import type { UploadTarget } from '../../platform/uploads'
import { fetchFile } from '../../tickets/media/from-address'
import { type Upload, type UploadedFile, withUpload } from '../../tickets/media/upload'
import { type ApiSend, MOST_MEDIAS, SendApiMessage, type SendLinkImage } from './contract'
import { findKeyUse, type IdempotencyKey, readIdempotencyKey } from './idempotency-key'
import { withOurIds } from './moved-in'
import { askForRecipient, findKnownRecipient, type Recipient, recipientAsWritten } from './recipient'
import { requestOf, requestOfForm, requestOfLinkImage, type SendRequest } from './request'
import { findSendTarget } from './target'
import { type Caller, requireStillAllowed } from './token-auth'
import { isMovedIn } from './tokens'

type Deps = Pick<RouteServices, 'uploadTargetOf' | 'outsideAllow'> & { readonly numbers: NumberLookUp }

type SendFile = Pick<UploadedFile, 'kind' | 'media'>

/** A checked send with everything that `store` needs. */
export type PreparedSend = {
  readonly caller: Caller
  readonly request: SendRequest
  readonly recipient: Recipient
  readonly files: readonly SendFile[]
  readonly key: IdempotencyKey | null
}

/** `isRepeated`: an earlier request with this key was stored. */
export type SendResponse = { readonly send: ApiSend; readonly isRepeated: boolean }

/** Takes a JSON or multipart request. Returns the earlier send if this repeats one. */
export async function prepare(caller: Caller, httpRequest: Request, deps: Deps): Promise<PreparedSend | SendResponse> {
  const type = httpRequest.headers.get('content-type') ?? ''
  if (!type.startsWith('multipart/form-data'))
    return prepareRequest(caller, httpRequest, deps, requestOf(check(SendApiMessage, await readBody(httpRequest))))
  return withUpload(httpRequest, uploadTarget(caller, deps), (upload) => {
    requireStillAllowed(caller) // an upload takes time
    return prepareRequest(caller, httpRequest, deps, requestOfForm(upload.fields), upload)
  })
}

export const prepareLinkImage = (caller: Caller, httpRequest: Request, deps: Deps, body: SendLinkImage) =>
  prepareRequest(caller, httpRequest, deps, requestOfLinkImage(body))

const NO_FILES: Pick<Upload, 'files' | 'keep'> = { files: [], keep: async () => {} }

async function prepareRequest(
  caller: Caller,
  { headers, signal }: Request,
  deps: Deps,
  written: SendRequest,
  { files: uploaded, keep } = NO_FILES,
): Promise<PreparedSend | SendResponse> {
  const { cx, token } = caller
  const request = isMovedIn(token) ? withOurIds(cx.db, written) : written
  const key = readIdempotencyKey(
    headers,
    request,
    uploaded.map(({ media }) => String(media.file)),
  )
  const known = findKnownRecipient(cx, request.number)
  const fileCount = uploaded.length + request.urls.length
  requireContent(request, fileCount)
  if (known && fileCount === 0) return { caller, request, recipient: known, files: [], key }

  // Spares the slow work. `store` looks for both again: they may change meanwhile.
  const repeated = findKeyUse(cx, token, key)?.repeated
  if (repeated) return { send: repeated, isRepeated: true }
  const { connectionId } = findSendTarget(cx, token, request)

  const isAsked = can(channelOf(cx.db, connectionId), 'lookUp')
  const recipient =
    known ??
    (isAsked ? await askForRecipient(cx, token, deps.numbers, request.number) : recipientAsWritten(cx, request.number))
  const fetched: SendFile[] = []
  const reached = { wait: cx.wait, left: signal, reach: 'public', allowed: deps.outsideAllow } as const
  for (const url of request.urls) fetched.push(await fetchFile(uploadTarget(caller, deps), { url, ...reached }))
  await keep()
  const files = [...uploaded.map(({ kind, media }) => ({ kind, media })), ...fetched]
  return { caller, request, recipient, files, key }
}

function requireContent({ body, template }: SendRequest, fileCount: number) {
  if (body.trim() === '' && fileCount === 0 && !template) fail('ERR_MESSAGE_EMPTY')
  if (fileCount > (template ? 1 : MOST_MEDIAS))
    fail('ERR_INVALID_INPUT', [{ field: 'medias', message: 'form.list.long' }])
}

/** Where its files are stored, and whose share they count against: tokens have negative ids beside the users'. */
const uploadTarget = ({ cx, token }: Caller, { uploadTargetOf }: Pick<Deps, 'uploadTargetOf'>): UploadTarget =>
  uploadTargetOf({ tenantUuid: cx.tenant.uuid, userId: -token.id })
