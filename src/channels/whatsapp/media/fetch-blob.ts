/**
 * Downloads encrypted files that belong to no message (parts of a history, account settings) via a temporary folder.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DownloadFailed } from '../../download-failed'
import { base64 } from '../base64'
import { download, type From } from './download'
import { type DownloadKey, writeKey } from './download-key'
import { BLOB } from './left-uploads'

/** Downloaded, but not in memory yet. */
export type PackedBlob = { bytes(): Promise<Uint8Array>; drop(): Promise<void> }

type FileKeys = Readonly<
  Partial<Record<'mediaKey' | 'fileSha256' | 'fileEncSha256', Uint8Array | null>> & { directPath?: string | null }
>

/** Throws `DownloadFailed`. */
export async function fetchBlob(type: DownloadKey['type'], keys: FileKeys, from: From): Promise<PackedBlob> {
  const { directPath, mediaKey, fileSha256, fileEncSha256 } = keys
  if (!directPath || !mediaKey?.length) throw new DownloadFailed('corrupt')
  const key = writeKey({
    type,
    url: null,
    directPath,
    mediaKey: base64(mediaKey),
    fileSha256: fileSha256?.length ? base64(fileSha256) : null,
    fileEncSha256: fileEncSha256?.length ? base64(fileEncSha256) : null,
    // Phones differ in which length they declare; the hashes are checked instead.
    size: null,
  })
  const folder = await mkdtemp(join(tmpdir(), BLOB))
  const path = join(folder, 'blob')
  const drop = () => rm(folder, { recursive: true, force: true })
  try {
    await download(key, path, from)
    return { bytes: () => Bun.file(path).bytes(), drop }
  } catch (error) {
    await drop()
    throw error
  }
}
