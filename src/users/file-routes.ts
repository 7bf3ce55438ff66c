/** The routes of a row's file: one address that serves it, takes another one, and removes it. */
import { Elysia } from 'elysia'
import type * as v from 'valibot'
import type { Actor } from '../actor'
import { fail } from '../errors'
import type { Cx } from '../platform/cx'
import { serveFile } from '../platform/files'
import { type AppHttp, failures } from '../platform/http'
import { ById } from '../platform/params'
import { type FilePlace, type ReceivedFile, receiveSingleFile } from '../platform/uploads'
import type { Permission } from './permissions'

type Deps = {
  readonly auth: { stillHere(actor: Actor, permission?: Permission): Actor }
  folderOf(tenantUuid: string): string
  placeOf(actor: Actor): FilePlace
}

/** As it is stored in the row. */
type RowFile = { readonly [K in 'file' | 'name' | 'mimetype']: string | null }

type FileRoutes<Ready> = {
  /** Below the module's address. */
  readonly at: '/:id/media-upload' | '/:id/file'
  /** In bytes. */
  readonly limit: number
  /** Who may read it, and who may change it; without one everybody who is signed in. */
  readonly mayRead?: Permission
  readonly mayChange?: Permission
  /** The answer of a change. */
  readonly answer: v.GenericSchema
  /** The file of a row that this person may see. Fails where there is no such row. */
  find(cx: Cx, actor: Actor, id: number): RowFile | null
  /** Fails where this person may not change the row: asked before a byte of the file is read. */
  requireChangeable(cx: Cx, actor: Actor, id: number): unknown
  /** What becomes of the file before it is put. */
  prepare(place: FilePlace, file: ReceivedFile): Ready | Promise<Ready>
  /** Null removes it. */
  put(cx: Cx, actor: Actor, id: number, file: Ready | null): unknown
}

/** For `prepare`, where the row stores what came. */
export const asReceived = (_place: FilePlace, file: ReceivedFile): ReceivedFile => file

/** Browsers send a file as a form, which Eden cannot carry: these routes have no types for it. */
export function fileRoutes<Ready>(
  http: AppHttp,
  { auth, folderOf, placeOf }: Deps,
  { at, limit, mayRead, mayChange, answer, find, requireChangeable, prepare, put }: FileRoutes<Ready>,
) {
  const routes = new Elysia().use(http)
  routes.get(
    at,
    ({ cx, actor, params, request }) => {
      const { file, mimetype, name } = find(cx, actor, params.id) ?? fail('ERR_NO_MEDIA_FOUND')
      const folder = folderOf(cx.tenant.uuid)
      return serveFile(request, { folder, file, mimetype: mimetype ?? '', name }) ?? fail('ERR_NO_MEDIA_FOUND')
    },
    { reader: true, allowed: mayRead ?? [], params: ById },
  )
  routes.post(
    at,
    async ({ cx, actor, params, request }) => {
      requireChangeable(cx, actor, params.id)
      const place = placeOf(actor)
      const ready = await prepare(place, await receiveSingleFile(request, { ...place, limit }))
      return put(cx, auth.stillHere(actor, mayChange), params.id, ready) // the session may have ended meanwhile
    },
    { allowed: mayChange ?? [], upload: true, params: ById, response: { 200: answer, ...failures } },
  )
  routes.delete(at, ({ cx, actor, params }) => put(cx, actor, params.id, null), {
    allowed: mayChange ?? [],
    params: ById,
    response: { 200: answer, ...failures },
  })
  return routes
}
