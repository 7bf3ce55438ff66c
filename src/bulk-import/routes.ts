/** Routes of one import target. Each target's module mounts them below its own prefix. */
import { Elysia, t } from 'elysia'
import type { Actor } from '../actor'
import type { Cx } from '../platform/cx'
import { type AppHttp, failures } from '../platform/http'
import { input } from '../platform/input'
import type { RouteServices } from '../platform/module'
import { ById, readSheet, SheetIndex } from '../platform/params'
import { answerSpreadsheet } from '../platform/spreadsheets/spreadsheets'
import { languageOf } from '../texts/texts'
import type { Permission } from '../users/permissions'
import { addImport, cancelImport, describeImport, receiveImport, startImport } from './actions'
import { ImportDetail, ImportList, ImportSummary, StartImport } from './contract'
import { findOf, listErrors, listOwn, targetOf } from './queries'
import { runImports } from './run'
import type { StoredImport } from './tables'
import { importWords } from './words'

type Deps = Pick<RouteServices, 'auth' | 'placeOf' | 'folderOf' | 'databases' | 'log' | 'cxOf' | 'runningImports'>

type Imported = {
  /** What the rows become, for the summaries of the routes: 'contacts'. */
  readonly rows: string
  /** Target of uploaded spreadsheets. */
  readonly target: string
  /** Other targets whose imports these routes also list and cancel. */
  readonly besides?: readonly string[]
  readonly permission: Permission
}

/** `sheet`: one of the answer's `sheets`, to read another sheet of the same file. */
export const uploadQuery = t.Object({ sheet: SheetIndex })
type UploadQuery = typeof uploadQuery.static

type Asked = { readonly cx: Cx; readonly actor: Actor; readonly request: Request }
type Upload = Asked & {
  readonly target: string
  readonly query: UploadQuery
  /** Destination of the rows; called again after the upload. */
  subjectOf?(): number
}

/** Receives a spreadsheet and returns its preview for column mapping. */
export async function takeUpload({ auth, placeOf }: Deps, { cx, actor, request, target, query, subjectOf }: Upload) {
  const place = placeOf(actor)
  const to = targetOf(cx, target)
  const run = await receiveImport(
    request,
    place,
    to,
    { country: to.countryOf?.(cx), language: cx.tenant.language, sheet: readSheet(query.sheet) },
    (rows) =>
      addImport(cx, place, () => auth.stillHere(actor, to.permission), {
        target,
        subjectId: subjectOf?.() ?? null,
        ...rows,
      }),
  )
  return describeImport(cx, place, run, { language: languageIn(request) })
}

/** Responds with an example spreadsheet. */
export function answerExample({ placeOf }: Deps, { cx, actor, request }: Asked, target: string): Promise<Response> {
  const language = languageIn(request)
  const rows = targetOf(cx, target).example?.(language) ?? []
  return answerSpreadsheet(request, placeOf(actor), [rows], { format: 'xlsx', name: importWords[language].example })
}

/** All routes, for targets with a single destination. */
export const importRoutes = <const Prefix extends string>(
  http: AppHttp,
  server: Deps,
  prefix: Prefix,
  wanted: Imported,
) =>
  new Elysia({ prefix })
    .use(http)
    .post(
      '/upload',
      ({ cx, actor, request, query }) => takeUpload(server, { cx, actor, request, query, target: wanted.target }),
      {
        detail: { summary: `Upload a spreadsheet of ${wanted.rows}` },
        allowed: wanted.permission,
        upload: true,
        query: uploadQuery,
        response: { 200: ImportDetail, ...failures },
      },
    )
    .use(followRoutes(http, server, '', wanted))

/** All routes except the upload. */
export const followRoutes = <const Prefix extends string>(
  http: AppHttp,
  server: Deps,
  prefix: Prefix,
  { rows, target, besides = [], permission }: Imported,
) => {
  const { placeOf } = server
  const targets = [target, ...besides]
  return new Elysia({ prefix })
    .use(http)
    .get(
      '/imports',
      ({ cx, actor }) => listOwn(cx.db, actor.userId, cx.now()).filter((one) => targets.includes(one.target)),
      {
        detail: { summary: `List imports of ${rows}` },
        allowed: permission,
        response: { 200: ImportList, ...failures },
      },
    )
    .get('/imports/example', (asked) => answerExample(server, asked, target), {
      detail: { summary: `Download a sample spreadsheet of ${rows}` },
      allowed: permission,
    })
    .get(
      '/imports/:id',
      ({ cx, actor, params, query, request }) =>
        describeImport(cx, placeOf(actor), findOf(cx, actor, targets, params.id), {
          language: languageIn(request),
          headRows: query.headRows === undefined ? undefined : Number(query.headRows),
          columns: query.columns?.split(','),
        }),
      {
        detail: { summary: `Read an import of ${rows}` },
        allowed: permission,
        params: ById,
        query: AskedPreview,
        response: { 200: ImportDetail, ...failures },
      },
    )
    .post(
      '/imports/:id/start',
      ({ cx, actor, params, body }) => {
        const started = startImport(cx, actor, findOf(cx, actor, targets, params.id).id, body)
        void runImports(server, cx.tenant.uuid)
        return started
      },
      {
        detail: { summary: `Start an import of ${rows}` },
        allowed: permission,
        params: ById,
        body: input(StartImport),
        response: { 200: ImportSummary, ...failures },
      },
    )
    .post(
      '/imports/:id/cancel',
      ({ cx, actor, params }) => cancelImport(cx, actor, findOf(cx, actor, targets, params.id).id),
      {
        detail: { summary: `Cancel an import of ${rows}` },
        allowed: permission,
        params: ById,
        response: { 200: ImportSummary, ...failures },
      },
    )
    .get(
      '/imports/:id/errors',
      ({ cx, actor, params, request }) => {
        const language = languageIn(request)
        const { errors, heads } = importWords[language]
        const run = findOf(cx, actor, targets, params.id)
        return answerSpreadsheet(
          request,
          placeOf(actor),
          errorSheet(() => cx, run, { heads, language }),
          {
            format: 'xlsx',
            name: errors,
          },
        )
      },
      { detail: { summary: 'Download the rows that an import refused' }, allowed: permission, own: true, params: ById },
    )
}

const AskedPreview = t.Object({
  /** Up to MOST_HEAD_ROWS. */
  headRows: t.Optional(t.String({ pattern: '^([0-9]|10)$' })),
  /** Fields of the columns, with commas between them; up to MOST_COLUMNS. */
  columns: t.Optional(t.String({ pattern: '^\\w{0,40}(,\\w{0,40}){0,119}$' })),
})

const languageIn = (request: Request) => languageOf(request.headers.get('accept-language'))

const ERRORS_AT_ONCE = 1_000
type SheetWords = { readonly heads: readonly string[]; readonly language: ReturnType<typeof languageOf> }

async function* errorSheet(
  cx: () => Parameters<typeof listErrors>[0],
  run: StoredImport,
  { heads, language }: SheetWords,
) {
  yield [heads]
  for (let after = -1; ; ) {
    const errors = listErrors(cx(), run, { after, most: ERRORS_AT_ONCE, language })
    const last = errors.at(-1)
    if (!last) return
    yield errors.map(({ line, value, reason }) => [String(line), value, reason])
    after = last.line
    await new Promise(setImmediate)
  }
}
