/** Files of the Cloud API: uploads, and where received files are. */
import { basename } from 'node:path'
import { fetchOutside, OutsideFailed } from '../../../platform/outside'
import { capabilitiesOf, type FileKind } from '../../capabilities'
import type { Outgoing } from '../../channel'
import { DownloadFailed } from '../../download-failed'
import { contentOf as answerOf, GraphFailed, GraphSilent } from '../graph'
import { reachOf } from '../hosts'
import { type Account, type Download, Unsendable } from '../product'
import { fieldsOf, textOf, textOrNull } from './fields'

const UPLOAD_TIMEOUT_MS = 10 * 60_000

type OutgoingMedia = NonNullable<Outgoing['media']>

/** Streams the file to Meta and returns its id there, which lives for 30 days. Repeating it is harmless. */
export async function upload(account: Account, kind: FileKind, media: OutgoingMedia): Promise<string> {
  const file = Bun.file(media.path)
  const mimetype = media.mimetype.split(';')[0]?.trim() ?? ''
  const limit = capabilitiesOf('whatsapp_cloud').files[kind]
  if (!limit || file.size > limit.bytes) throw new Unsendable('fileTooLarge')
  if (limit.types.length > 0 && !limit.types.includes(mimetype)) throw new Unsendable('fileTypeRefused')
  const form = new FormData()
  form.set('messaging_product', 'whatsapp')
  form.set('type', mimetype)
  form.set('file', new File([file], media.name ?? basename(media.path), { type: mimetype }))
  const { credentials, graph } = account
  const url = graph.addressOf(`${credentials.sender}/media`, graph.proofFor(account))
  const request: BunFetchRequestInit = {
    method: 'POST',
    headers: { authorization: `Bearer ${credentials.token}` },
    body: form,
    redirect: 'error',
    signal: AbortSignal.timeout(UPLOAD_TIMEOUT_MS),
  }
  const answer = await fetchOutside(url, request, graph.wait).catch((error: unknown) => {
    throw new GraphSilent(new OutsideFailed('unreachable', error))
  })
  const id = textOf(fieldsOf(uploadedIn(answer.status, await answer.text())).id)
  if (id === '') throw new GraphSilent(new OutsideFailed('unreachable'))
  return id
}

/** The only parameter that can be wrong is the file. */
function uploadedIn(status: number, body: string): unknown {
  try {
    return answerOf(status, body)
  } catch (error) {
    if (error instanceof GraphFailed && error.code === 100) throw new Unsendable('fileTypeRefused')
    throw error
  }
}

/** Asks for the address anew: it lives for five minutes. */
export async function locate(account: Account, key: string): Promise<Download> {
  const { id, sha256 } = fieldsOf(JSON.parse(key)) // written by content.ts
  const { credentials, appSecret, graph } = account
  const query = { phone_number_id: credentials.account }
  const found = fieldsOf(
    await graph.call({ method: 'GET', path: textOf(id), query, token: credentials.token, appSecret }),
  )
  const url = textOf(found.url)
  const reach = reachOf(url, graph.addressOf(''))
  if (reach === null) throw new DownloadFailed('unavailable')
  return {
    url,
    reach,
    headers: { authorization: `Bearer ${credentials.token}` },
    sha256: textOrNull(sha256) ?? textOrNull(found.sha256),
  }
}
