/** Packs the built screens into one file (format: platform/assets.ts), with compressed variants where they pay off. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { PackHeader } from '../platform/assets'

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  webmanifest: 'application/manifest+json',
  txt: 'text/plain; charset=utf-8',
}
const compressible = new Set(['html', 'js', 'css', 'json', 'svg', 'webmanifest', 'txt'])

/** `folder` is Vite's output. Returns the pack's bytes. */
export function packScreens(folder: string): Uint8Array {
  const header: Record<string, PackHeader[string]> = {}
  const blobs: Uint8Array[] = []
  let at = 0
  const put = (blob: Uint8Array): readonly [number, number] => {
    blobs.push(blob)
    at += blob.length
    return [at - blob.length, blob.length]
  }
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const extension = name.split('.').pop() ?? ''
    const type = types[extension]
    if (!type || name.startsWith('.')) continue
    const content = readFileSync(join(folder, name))
    header[`/${name}`] = {
      type,
      etag: `"${Bun.hash(content).toString(36)}"`,
      immutable: name.startsWith('assets/'),
      variants: Object.fromEntries(variantsOf(content, extension).map(([encoding, blob]) => [encoding, put(blob)])),
    }
  }
  const head = new TextEncoder().encode(JSON.stringify(header))
  const size = new Uint8Array(4)
  new DataView(size.buffer).setUint32(0, head.length)
  return Buffer.concat([size, head, ...blobs])
}

function variantsOf(content: Buffer, extension: string): [string, Uint8Array][] {
  if (!compressible.has(extension)) return [['identity', content]]
  return [
    [
      'br',
      brotliCompressSync(content, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
      }),
    ],
    ['gzip', gzipSync(content, { level: 9 })],
  ]
}
