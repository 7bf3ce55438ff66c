/** Downloads a file that Meta has announced, and accepts it only if its hash matches. */
import { createHash } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import type { Wait } from '../../platform/gate'
import { allowNothing, OutsideFailed, openOutside } from '../../platform/outside'
import { MINUTE, SECOND } from '../../platform/time'
import { LARGEST_DOWNLOAD } from '../channel'
import { DownloadFailed } from '../download-failed'
import { GraphFailed } from './graph'
import type { Download } from './product'

const BOUNDS = { limit: 10 * MINUTE, silence: 30 * SECOND, most: LARGEST_DOWNLOAD }
const GONE: ReadonlySet<number> = new Set([401, 403, 404, 410])

export async function downloadTo(path: string, file: Download, wait: Wait): Promise<{ size: number; sha256: string }> {
  const part = `${path}.part`
  try {
    const done = await write(part, file, wait)
    await rename(part, path)
    return done
  } catch (error) {
    await rm(part, { force: true })
    throw reasonOf(error)
  }
}

async function write(
  part: string,
  { url, headers, sha256, reach }: Download,
  wait: Wait,
): Promise<{ size: number; sha256: string }> {
  const { status, parts, close } = await openOutside({
    ...(reach === 'any' ? { reach } : { reach, allowed: allowNothing }),
    wait,
    url,
    method: 'GET',
    headers,
    redirects: 3,
    left: new AbortController().signal,
    ...BOUNDS,
  })
  if (status >= 300) {
    close()
    throw new DownloadFailed(GONE.has(status) ? 'expired' : 'unavailable')
  }
  const hash = createHash('sha256')
  const writer = Bun.file(part).writer()
  let size = 0
  try {
    for await (const bytes of parts) {
      size += bytes.length
      hash.update(bytes)
      await writer.write(bytes)
    }
  } finally {
    await writer.end()
  }
  const digest = hash.digest()
  const found = digest.toString('hex')
  // Webhooks give it in base64, the file's own address in hex.
  if (sha256 !== null && ![found, digest.toString('base64')].includes(sha256)) throw new DownloadFailed('corrupt')
  return { size, sha256: found }
}

function reasonOf(error: unknown): unknown {
  if (error instanceof OutsideFailed) return new DownloadFailed(error.fault === 'tooLong' ? 'tooBig' : 'unavailable')
  if (error instanceof GraphFailed) return new DownloadFailed(error.status === 404 ? 'expired' : 'unavailable')
  return error
}
