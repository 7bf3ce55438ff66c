/** Routes of a row's file: GET, POST and DELETE on one path. */
import { Elysia } from 'elysia'
import type * as v from 'valibot'
import type { Actor } from '../actor'
import { fail } from '../errors'
import type { Cx } from '../platform/cx'
import { serveFile } from '../platform/files'
import { type AppHttp, failures } from '../platform/http'
import { ById } from '../platform/params'
import { type ReceivedFile, receiveSingleFile, type UploadTarget } from '../platform/uploads'
import type { Permission } from './permissions'

type Deps = {
  readonly auth: { stillHere(actor: Actor, permission?: Permission): Actor }
  folderOf(tenantUuid: string): string
  uploadTargetOf(actor: Actor): UploadTarget
}

/** The file as stored in the row. */
type RowFile = { readonly [K in 'file' | 'name' | 'mimetype']: string | null }

type FileRoutes<Ready> = {
  /** The row, for the summaries of the routes: 'a campaign'. */
  readonly of: string
  /** Path below the module's prefix. */
  readonly at: '/:id/media-upload' | '/:id/file'
  /** Maximum bytes. */
  readonly limit: number
  /** Permissions to read and to change it; without one, any signed-in user may. */
  readonly mayRead?: Permission
  readonly mayChange?: Permission
  /** Response schema of a change. */
  readonly answer: v.GenericSchema
  /** The file of a row visible to the actor. Fails if there is no such row. */
  find(cx: Cx, actor: Actor, id: number): RowFile | null
  /** Fails if the actor may not change the row. Called before the file is read. */
  requireChangeable(cx: Cx, actor: Actor, id: number): unknown
  /** Converts the file before `put`. */
  prepare(place: UploadTarget, file: ReceivedFile): Ready | Promise<Ready>
  /** Stores the file in the row; null removes it. */
  put(cx: Cx, actor: Actor, id: number, file: Ready | null): unknown
}

/** A `prepare` that keeps the received file. */
export const asReceived = (_place: UploadTarget, file: ReceivedFile): ReceivedFile => file

/** Files are sent as multipart forms, which Eden does not support, so these routes are untyped. */
export function fileRoutes<Ready>(
  http: AppHttp,
  { auth, folderOf, uploadTargetOf }: Deps,
  { of, at, limit, mayRead, mayChange, answer, find, requireChangeable, prepare, put }: FileRoutes<Ready>,
) {
  const routes = new Elysia().use(http)
  routes.get(
    at,
    async ({ cx, actor, params, request }) => {
      const { file, mimetype, name } = find(cx, actor, params.id) ?? fail('ERR_NO_MEDIA_FOUND')
      const folder = folderOf(cx.tenant.uuid)
      return (await serveFile(request, { folder, file, mimetype: mimetype ?? '', name })) ?? fail('ERR_NO_MEDIA_FOUND')
    },
    { detail: { summary: `Download the file of ${of}` }, reader: true, allowed: mayRead ?? [], params: ById },
  )
  routes.post(
    at,
    async ({ cx, actor, params, request }) => {
      requireChangeable(cx, actor, params.id)
      const place = uploadTargetOf(actor)
      const ready = await prepare(place, await receiveSingleFile(request, { ...place, limit }))
      return put(cx, auth.stillHere(actor, mayChange), params.id, ready) // the session may have ended meanwhile
    },
    {
      detail: { summary: `Upload the file of ${of}` },
      allowed: mayChange ?? [],
      upload: true,
      params: ById,
      response: { 200: answer, ...failures },
    },
  )
  routes.delete(at, ({ cx, actor, params }) => put(cx, actor, params.id, null), {
    detail: { summary: `Remove the file of ${of}` },
    allowed: mayChange ?? [],
    params: ById,
    response: { 200: answer, ...failures },
  })
  return routes
}
