/** Files downloaded by the external API: what is stored, and how hostile servers are handled. */
import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../src/errors'
import { fetchMedia } from '../../src/features/external-api/fetch-media'
import { mediaPath, readStoredName } from '../../src/platform/files'
import { afterEachTest } from '../support/after-each'
import { PNG } from '../support/pixel'
import { world } from '../support/world'

const servers: Bun.Server<undefined>[] = []
afterEachTest(async () => {
  for (const one of servers.splice(0)) await one.stop(true)
})

function place(answer: (request: Request) => Response | Promise<Response>) {
  const w = world()
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: answer })
  servers.push(server)
  const files = w.server.placeOf({ tenantUuid: w.tenant.uuid, userId: 1 })
  const fetched = (path: string, left = new AbortController().signal) =>
    fetchMedia(files, { url: new URL(path, server.url).href, left, reach: 'any' })
  const fault = async (path: string) => {
    const error = await fetched(path).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    return error instanceof AppError ? [error.code, (error.details as { fault?: string }).fault] : error // as this module throws it
  }
  const sides = () => {
    const folder = join(files.folder, 'media', 'incoming')
    return existsSync(folder) ? readdirSync(folder) : []
  }
  return { files, fetched, fault, sides }
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
    ['a redirect', () => Response.redirect('http://127.0.0.1/', 302), 'status 302'],
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
  ])('is refused for %s, and leaves nothing behind', async (_name, answer, fault) => {
    const one = place(answer)
    expect(await one.fault('/a.png')).toEqual(['ERR_API_MEDIA_URL', fault])
    expect(one.sides()).toEqual([])
  })

  test('is refused when the server aborts the response', async () => {
    const { files, sides } = place(() => new Response())
    const broken = Bun.listen({
      port: 0,
      hostname: '127.0.0.1',
      socket: {
        data(socket) {
          socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nbegin')
          socket.end()
        },
      },
    })
    const wanted = {
      url: `http://127.0.0.1:${broken.port}/a.png`,
      left: new AbortController().signal,
      reach: 'any',
    } as const
    await expect(fetchMedia(files, wanted)).rejects.toMatchObject({
      code: 'ERR_API_MEDIA_URL',
      details: { fault: 'unreachable' },
    })
    broken.stop(true)
    expect(sides()).toEqual([])
  })
})
