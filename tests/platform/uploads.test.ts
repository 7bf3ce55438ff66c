/** Uploading a file for a row: what a module receives, and that refused files are removed. */
import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Elysia } from 'elysia'
import { mediaPath } from '../../src/platform/files'
import type { Module } from '../../src/platform/module'
import { type ReceivedFile, receiveSingleFile } from '../../src/platform/uploads'
import { PNG } from '../support/pixel'
import { world } from '../support/world'

const album = {
  name: 'album',
  routes: (http, { uploadTargetOf }) =>
    new Elysia({ prefix: '/album' }).use(http).post(
      '/:id/media-upload',
      ({ actor, request }) =>
        receiveSingleFile(request, {
          ...uploadTargetOf(actor),
          limit: 100_000,
          types: ['image/*', 'application/pdf'],
        }),
      { signedIn: true, upload: true },
    ),
} satisfies Module

function shop() {
  const w = world({ modules: [album] })
  const ana = w.attendant()
  const folder = w.server.folderOf(w.tenant.uuid)
  const put = (...files: readonly File[]) => {
    const form = new FormData()
    form.append('note', 'a field is no file')
    for (const file of files) form.append('file', file)
    return ana.request('/api/album/7/media-upload', { method: 'POST', body: form })
  }
  const errorOf = async (answer: Response) => {
    const { error, details } = (await answer.json()) as { error: string; details?: unknown } // an error response
    return [answer.status, error, details]
  }
  const left = () => readdirSync(join(folder, 'media', 'incoming'))
  return { folder, put, errorOf, left }
}

const text = (name: string, content: string) => new File([content], name)

test('a file is stored under its hash, with name and type', async () => {
  const { folder, put, left } = shop()
  const answer = await put(new File([PNG], 'foto.txt'))
  const stored = (await answer.json()) as ReceivedFile // what the route returns
  expect(stored).toMatchObject({ name: 'foto.txt', mimetype: 'image/png', size: PNG.length })
  expect(Buffer.from(await Bun.file(mediaPath(folder, stored.file)).bytes())).toEqual(PNG)
  expect(left()).toEqual([])
})

test('a file of another type is refused by its content, and removed', async () => {
  const { folder, put, errorOf, left } = shop()
  const refused = async (...files: readonly File[]) => errorOf(await put(...files))
  expect(await refused(text('foto.png', 'olá'))).toEqual([
    422,
    'ERR_MEDIA_TYPE',
    { type: 'application/octet-stream', types: ['image/*', 'application/pdf'] },
  ])
  expect(await refused(text('grande.pdf', 'x'.repeat(100_001)))).toEqual([
    413,
    'ERR_MEDIA_TOO_LARGE',
    { file: 'grande.pdf', limit: 100_000 },
  ])
  expect(await refused(new File([PNG], 'a.png'), new File([PNG], 'b.png'))).toEqual([
    413,
    'ERR_MEDIA_TOO_LARGE',
    { files: 1 },
  ])
  expect(await refused()).toMatchObject([400, 'ERR_INVALID_INPUT', [{ field: 'file' }]])
  expect([left(), readdirSync(join(folder, 'media'))]).toEqual([[], ['incoming']])
})
