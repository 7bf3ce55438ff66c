/** Files downloaded from an address: what is stored under which name, and how odd and hostile servers are handled. */

import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { AppError } from '../../../src/errors'
import { mediaPath, readStoredName } from '../../../src/platform/files'
import { noWait } from '../../../src/platform/gate'
import type { Reach } from '../../../src/platform/outside'
import { fetchFile } from '../../../src/tickets/media/from-address'
import { afterEachTest } from '../../support/after-each'
import { PNG } from '../../support/pixel'
import { world } from '../../support/world'

const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
const encoded = (encoding: string, body: Uint8Array<ArrayBuffer>) =>
  new Response(body, { headers: { 'content-encoding': encoding } })
const redirect = (location: string) => new Response(null, { status: 302, headers: { location } })

const servers: Bun.Server<undefined>[] = []
afterEachTest(async () => {
  for (const one of servers.splice(0)) await one.stop(true)
})

function place(answer: (request: Request) => Response | Promise<Response>) {
  const w = world()
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: answer })
  servers.push(server)
  const files = w.server.uploadTargetOf({ tenantUuid: w.tenant.uuid, userId: 1 })
  const fetched = (path: string, reach: Reach = { wait: noWait, reach: 'any' }) =>
    fetchFile(files, { url: new URL(path, server.url).href, left: new AbortController().signal, ...reach })
  const fault = async (path: string, reach?: Reach): Promise<readonly unknown[]> => {
    const error = await fetched(path, reach).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    return error instanceof AppError ? [error.code, (error.details as { fault?: string }).fault] : [error] // as this module throws it
  }
  const sides = () => {
    const folder = join(files.folder, 'media', 'incoming')
    return existsSync(folder) ? readdirSync(folder) : []
  }
  return { files, fetched, fault, sides, url: server.url.href }
}

describe('a file by its address', () => {
  test('is stored like an upload, named by the header or the address', async () => {
    const named = { headers: { 'content-disposition': 'attachment; filename="nota fiscal.png"' } }
    const { files, fetched, sides } = place(({ url }) => new Response(PNG, url.includes('named') ? named : {}))
    const { kind, media } = await fetched('/foto%20nova.png?x=1')
    expect([kind, media.name, media.mimetype, media.size]).toEqual(['image', 'foto nova.png', 'image/png', PNG.length])
    const stored = readStoredName(media.file) ?? expect.unreachable()
    expect(existsSync(mediaPath(files.folder, stored))).toBe(true)
    expect((await fetched('/named')).media.name).toBe('nota fiscal.png')
    expect(sides()).toEqual([])
  })

  test.each([
    ['an error', () => new Response('não', { status: 404 }), 'status 404'],
    ['a redirect to nowhere', () => new Response(null, { status: 302 }), 'redirects'],
    ['an endless redirect', () => new Response(null, { status: 302, headers: { location: '/a.png' } }), 'redirects'],
    ['nothing', () => new Response(''), 'empty'],
    [
      'a page',
      () => new Response('<!doctype html>Entrar', { headers: { 'content-type': 'text/html; charset=utf-8' } }),
      'html',
    ],
    [
      'more than the limit',
      () =>
        new Response(
          new ReadableStream({
            pull: (stream) => stream.enqueue(new Uint8Array(1024 * 1024)),
          }),
        ),
      'tooLong',
    ],
    [
      'a page with the type and name of a file',
      () =>
        new Response('\uFEFF\n<!-- x --><!DOCTYPE HTML><p>Entrar', { headers: { 'content-type': 'application/pdf' } }),
      'html',
    ],
    [
      'an XHTML page',
      () => new Response('<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0//EN"><html/>'),
      'html',
    ],
    ['a compression that nobody knows', () => encoded('zip9', PDF), 'encoding'],
    ['two compressions', () => encoded('gzip, br', PDF), 'encoding'],
    ['a broken compression', () => encoded('gzip', gzipSync(PDF).subarray(0, 12)), 'unreachable'],
    ['no compression in spite of its header', () => encoded('gzip', PDF), 'unreachable'],
    ['a small file that unpacks to a large one', () => encoded('gzip', gzipSync(Buffer.alloc(40_000_000))), 'tooLong'],
  ])('is refused for %s, and leaves nothing behind', async (_name, answer, fault) => {
    const one = place(answer)
    expect(await one.fault('/a.png')).toEqual(['ERR_API_MEDIA_URL', fault])
    expect(one.sides()).toEqual([])
  })

  test.each([
    ['/file', { 'content-type': 'application/octet-stream' }, 'file.pdf'],
    ['/nf.pdf', { 'content-type': 'text/html' }, 'nf.pdf'],
    ['/', {}, 'arquivo.pdf'],
    ['/download?file=nota%20de%20mar%C3%A7o.pdf', {}, 'nota de março.pdf'],
    ['/download.php?id=7', { 'content-type': 'application/force-download' }, 'download.pdf'],
    [
      '/x',
      { 'content-disposition': `attachment; filename="Orcamento.pdf"; filename*=UTF-8''Or%C3%A7amento.pdf` },
      'Orçamento.pdf',
    ],
    ['/foto.png', { 'content-type': 'image/png' }, 'foto.png'],
  ])('is a PDF by its content at %s with %j', async (path, headers, name) => {
    const { media, kind } = await place(() => new Response(PDF, { headers })).fetched(path)
    expect([kind, media.name, media.mimetype]).toEqual(['document', name, 'application/pdf'])
  })

  test.each([
    ['text/csv; charset=utf-8', 'a;b', 'lista.csv', 'text/csv'],
    ['text/plain', 'oi', 'lista.txt', 'text/plain'],
    ['application/json', '{}', 'lista.json', 'application/json'],
    ['application/pdf', 'no pdf', 'lista', 'application/octet-stream'],
  ])('has the type %s that its content cannot show, if that is harmless', async (type, body, name, mimetype) => {
    const { media } = await place(() => new Response(body, { headers: { 'content-type': type } })).fetched('/lista')
    expect([media.name, media.mimetype]).toEqual([name, mimetype])
  })

  test('may be a page that is attached as one', async () => {
    const headers = { 'content-type': 'text/html', 'content-disposition': 'attachment; filename="relatorio.html"' }
    const { kind, media } = await place(() => new Response('<html>', { headers })).fetched('/x')
    expect([kind, media.name]).toEqual(['document', 'relatorio.html'])
  })

  test.each(['gzip', 'x-gzip', 'br', 'deflate'])(
    'is unpacked where the server compressed it by %s, unasked',
    async (encoding) => {
      const asked: (string | null)[] = []
      const pack =
        { gzip: gzipSync, 'x-gzip': gzipSync, br: brotliCompressSync, deflate: deflateSync }[encoding] ?? gzipSync
      const { fetched } = place(({ headers }) => {
        asked.push(headers.get('accept-encoding'))
        return encoded(encoding, pack(PDF))
      })
      expect((await fetched('/nf.pdf')).media).toMatchObject({ size: PDF.length, mimetype: 'application/pdf' })
      expect(asked).toEqual(['identity'])
    },
  )

  test('is followed through five redirects, and named by the address that says most', async () => {
    const { fetched, fault } = place(({ url }) => {
      const step = Number(new URL(url).searchParams.get('step'))
      return step === 0 ? new Response(PDF) : redirect(`chave?step=${step - 1}`)
    })
    expect((await fetched('/boleto.pdf?step=5')).media.name).toBe('boleto.pdf')
    expect(await fault('/boleto.pdf?step=6')).toEqual(['ERR_API_MEDIA_URL', 'redirects'])
  })

  test('takes no credentials along a redirect, and none from it', async () => {
    const seen: (string | null)[] = []
    const there = place(({ headers }) => {
      seen.push(headers.get('authorization'), headers.get('cookie'))
      return new Response(PDF)
    })
    const { origin, port } = new URL(there.url)
    const { fetched } = place(() => redirect(`http://ana:senha@127.0.0.1:${port}/a.pdf`))
    await fetched('/')
    expect([origin, ...seen]).toEqual([`http://127.0.0.1:${port}`, null, null])
  })

  test.each([
    'http://169.254.169.254/latest/meta-data/',
    'https://169.254.169.254/a.pdf',
    'http://127.0.0.1:1/a.pdf',
    'https://[::1]/a.pdf',
    'https://[::ffff:127.0.0.1]/a.pdf',
    'https://[fe80::1]/a.pdf',
    'https://[::ffff:7f00:1]/a.pdf',
    'https://[::127.0.0.1]/a.pdf',
    'https://[64:ff9b::7f00:1]/a.pdf',
    'https://[64:ff9b:1::a00:1]/a.pdf',
    'https://[2002:7f00:1::]/a.pdf',
    'https://[2001:0:7f00:1::]/a.pdf',
    'https://[fd00::1]/a.pdf',
    'https://[fec0::1]/a.pdf',
    'https://[ff02::1]/a.pdf',
    'https://[::]/a.pdf',
    'https://0.0.0.0/a.pdf',
    'https://127.1/a.pdf',
    'https://017700000001/a.pdf',
    'https://100.64.0.1/a.pdf',
    'https://192.0.0.8/a.pdf',
    'https://198.18.0.1/a.pdf',
    'https://240.0.0.1/a.pdf',
    'https://255.255.255.255/a.pdf',
    'https://2130706433/a.pdf',
    'https://0x7f.1/a.pdf',
    'https://localhost/a.pdf',
    '//10.0.0.1/a.pdf',
    'http://200.160.2.3/a.pdf',
    'file:///etc/passwd',
    'data:application/pdf;base64,JVBERi0=',
    'ftp://example.com/a.pdf',
    'javascript:alert(1)',
    'https://',
  ])('follows no redirect to %s', async (location) => {
    const one = place(() => redirect(location))
    const { port } = new URL(one.url)
    const allowed = (address: string, to: number) => address === '127.0.0.1' && to === Number(port)
    const [code, fault] = await one.fault('/a.pdf', { wait: noWait, reach: 'public', allowed })
    expect([code, /^(notPublic|redirects)$/.test(String(fault))]).toEqual(['ERR_API_MEDIA_URL', true])
  })

  test.each(['data:application/pdf;base64,JVBERi0xLjQK', 'JVBERi0xLjQK', 'ftp://a.example/b.pdf'])(
    'is not %s, which is not repeated',
    async (url) => {
      const { files } = place(() => new Response(PDF))
      const failed = fetchFile(files, { url, left: new AbortController().signal, wait: noWait, reach: 'any' })
      await expect(failed).rejects.toMatchObject({ code: 'ERR_API_MEDIA_URL', details: { fault: 'notPublic' } })
      expect(JSON.stringify(await failed.catch(({ details }: AppError) => details))).not.toContain(url)
    },
  )

  test.each([
    ['breaks off', 'content-length: 1000\r\n\r\nbegin', 'unreachable'],
    ['announces more than the limit', 'content-length: 17000000\r\n\r\nbegin', 'tooLong'],
    ['chunks badly', 'transfer-encoding: chunked\r\n\r\nzz\r\nbegin', 'unreachable'],
    ['announces nonsense', 'content-length: many\r\n\r\nbegin', 'unreachable'],
  ])('is refused when the server %s', async (_name, rest, fault) => {
    const { files, sides } = place(() => new Response())
    const broken = Bun.listen({
      port: 0,
      hostname: '127.0.0.1',
      socket: {
        data(socket) {
          socket.write(`HTTP/1.1 200 OK\r\n${rest}`)
          socket.end()
        },
      },
    })
    const url = `http://127.0.0.1:${broken.port}/a.png`
    const failed = fetchFile(files, { url, left: new AbortController().signal, wait: noWait, reach: 'any' })
    await expect(failed).rejects.toMatchObject({ code: 'ERR_API_MEDIA_URL', details: { url, fault } })
    broken.stop(true)
    expect(sides()).toEqual([])
  })
})
