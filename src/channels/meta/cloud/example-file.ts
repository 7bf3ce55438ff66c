/** Uploads an example file for Meta's reviewers, which a template names by its handle. */
import { fetchOutside, OutsideFailed } from '../../../platform/outside'
import { contentOf, GraphFailed, GraphSilent } from '../graph'
import type { Account } from '../product'
import { fieldsOf, textOf } from './fields'

const UPLOAD_TIMEOUT_MS = 10 * 60_000

export type ExampleUpload = {
  readonly path: string
  readonly name: string
  readonly mimetype: string
  readonly size: number
}

/** In a session of the token's own app, whose id is not needed. Throws `GraphFailed` or `GraphSilent`. */
export async function uploadExample(account: Account, { path, name, mimetype, size }: ExampleUpload): Promise<string> {
  const { credentials, appSecret, graph } = account
  const session = await graph.call({
    method: 'POST',
    path: 'app/uploads',
    query: { file_name: name, file_length: String(size), file_type: mimetype },
    token: credentials.token,
    appSecret,
  })
  // The session's id ends in a query of its own.
  const url = new URL(graph.addressOf(textOf(fieldsOf(session).id)))
  for (const [key, value] of Object.entries(graph.proofFor(account))) url.searchParams.set(key, value)
  const request: BunFetchRequestInit = {
    method: 'POST',
    headers: { authorization: `OAuth ${credentials.token}`, file_offset: '0' },
    body: Bun.file(path),
    redirect: 'error',
    signal: AbortSignal.timeout(UPLOAD_TIMEOUT_MS),
  }
  const answer = await fetchOutside(url, request, graph.wait).catch((error: unknown) => {
    throw new GraphSilent(new OutsideFailed('unreachable', error))
  })
  const handle = textOf(fieldsOf(uploadedIn(answer.status, await answer.text())).h)
  if (handle === '') throw new GraphSilent(new OutsideFailed('unreachable'))
  return handle
}

/** The host of uploads has a form of its own for errors. */
function uploadedIn(status: number, body: string): unknown {
  try {
    return contentOf(status, body)
  } catch (error) {
    if (!(error instanceof GraphFailed) || error.code !== 0 || status >= 500) throw error
    throw new GraphFailed({ status, code: 100, subcode: 0, message: 'The upload was refused', details: '' })
  }
}
