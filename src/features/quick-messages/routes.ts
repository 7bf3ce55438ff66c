import { Elysia, t } from 'elysia'
import type * as v from 'valibot'
import { fail } from '../../errors'
import { serveFile } from '../../platform/files'
import { type AppHttp, Done, done, failures } from '../../platform/http'
import { check, input, readBody } from '../../platform/input'
import type { RouteServices } from '../../platform/module'
import {
  ById,
  Flag,
  isOn,
  OptionalId,
  PageNumber,
  readId,
  readPage,
  readSheet,
  SearchText,
  SheetIndex,
} from '../../platform/params'
import { answerSpreadsheet, receiveSpreadsheet, spreadsheetFormats } from '../../platform/spreadsheets/spreadsheets'
import { receiveForm, type UploadTarget } from '../../platform/uploads'
import { languageOf } from '../../texts/texts'
import { messageFileOf } from '../../tickets/media/upload'
import { Message } from '../../tickets/messages/contract'
import { CREATED_A_MINUTE } from '../../users/shares'
import { changeQuickMessage, createQuickMessage, deleteQuickMessage, findChangeable, sendQuickMessage } from './actions'
import {
  CreateQuickMessage,
  ImportReport,
  MOST_IMPORTED,
  OfferedQuickMessages,
  QUICK_FILE_LIMIT,
  QuickMessage,
  QuickMessagePage,
  SendQuickMessage,
  UpdateQuickMessage,
} from './contract'
import { exportHead, hasColumns, importBounds, importQuickMessages, yesOrNo } from './import'
import { everyVisible, findVisible, listOffered, listQuickMessages, readQuickMessage } from './queries'

type Deps = Pick<RouteServices, 'auth' | 'folderOf' | 'uploadTargetOf'>

const flagOrNull = (flag: string | undefined): boolean | null => (flag ? isOn(flag) : null)

export const quickMessageRoutes = (http: AppHttp, { auth, folderOf, uploadTargetOf }: Deps) => {
  return new Elysia({ prefix: '/quick-messages' })
    .use(http)
    .get(
      '/',
      ({ cx, actor, query }) => {
        const filter = {
          search: query.searchParam ?? '',
          tagId: readId(query.tagId),
          general: flagOrNull(query.geral),
          active: flagOrNull(query.status),
          isDescending: isOn(query.desc),
        }
        const { rows, ...page } = listQuickMessages(cx.db, actor, filter, readPage(query.pageNumber))
        return { records: rows, ...page }
      },
      {
        signedIn: true,
        query: t.Object({
          searchParam: SearchText,
          pageNumber: PageNumber,
          tagId: OptionalId,
          geral: Flag,
          status: Flag,
          desc: Flag,
        }),
        response: { 200: QuickMessagePage, ...failures },
      },
    )
    .get('/list', ({ cx, actor, query }) => listOffered(cx.db, actor, query.searchParam ?? ''), {
      detail: { summary: 'List quick messages to choose from' },
      signedIn: true,
      query: t.Object({ searchParam: SearchText }),
      response: { 200: OfferedQuickMessages, ...failures },
    })
    .get(
      '/export',
      ({ cx, actor, query, request }) => {
        const { format = 'xlsx' } = query
        return answerSpreadsheet(request, uploadTargetOf(actor), exported(everyVisible(() => cx.db, actor)), {
          format,
          name: 'Mensagens rápidas',
        })
      },
      {
        detail: { summary: 'Download quick messages as a spreadsheet' },
        signedIn: true,
        query: t.Object({ format: t.Optional(t.Union(spreadsheetFormats.map((one) => t.Literal(one)))) }),
      },
    )
    .post(
      '/import',
      ({ cx, actor, query, request }) =>
        receiveSpreadsheet(
          request,
          uploadTargetOf(actor),
          {
            ...importBounds,
            rows: MOST_IMPORTED + 1, // plus the header row
            language: cx.tenant.language,
            sheet: readSheet(query.sheet),
            suits: hasColumns,
          },
          (sheet) =>
            importQuickMessages(cx, () => auth.stillHere(actor), sheet, {
              isStored: isOn(query.store),
              language: languageOf(request.headers.get('accept-language')),
            }),
        ),
      {
        detail: { summary: 'Import quick messages from a spreadsheet' },
        signedIn: true,
        upload: true,
        query: t.Object({ store: Flag, sheet: SheetIndex }),
        response: { 200: ImportReport, ...failures },
      },
    )
    .get('/:id', ({ cx, actor, params }) => readQuickMessage(cx.db, findVisible(cx.db, actor, params.id).id), {
      signedIn: true,
      params: ById,
      response: { 200: QuickMessage, ...failures },
    })
    .get(
      '/:id/file',
      async ({ cx, actor, params, request }) => {
        const { media } = findVisible(cx.db, actor, params.id)
        const { file, mimetype, name } = media ?? fail('ERR_NO_MEDIA_FOUND')
        return (
          (await serveFile(request, { folder: folderOf(cx.tenant.uuid), file, mimetype, name })) ??
          fail('ERR_NO_MEDIA_FOUND')
        )
      },
      { detail: { summary: 'Download the file of a quick message' }, reader: true, params: ById },
    )
    .post(
      '/',
      async ({ cx, actor, request }) => {
        const { wanted, file } = await receive(request, uploadTargetOf(actor), CreateQuickMessage)
        return createQuickMessage(cx, auth.stillHere(actor), wanted, file)
      },
      {
        signedIn: true,
        rateLimit: CREATED_A_MINUTE,
        upload: { reads: CreateQuickMessage },
        response: { 200: QuickMessage, ...failures },
      },
    )
    .put(
      '/:id',
      async ({ cx, actor, params, request }) => {
        findChangeable(cx, actor, params.id) // before reading the body
        const { wanted, file } = await receive(request, uploadTargetOf(actor), UpdateQuickMessage)
        return changeQuickMessage(
          cx,
          auth.stillHere(actor),
          params.id,
          wanted,
          file ?? (wanted.removeMedia ? null : undefined),
        )
      },
      {
        signedIn: true,
        upload: { reads: UpdateQuickMessage },
        params: ById,
        response: { 200: QuickMessage, ...failures },
      },
    )
    .delete(
      '/:id',
      ({ cx, actor, params }) => {
        deleteQuickMessage(cx, actor, params.id)
        return done
      },
      { signedIn: true, params: ById, response: { 200: Done, ...failures } },
    )
}
export type QuickMessageRoutes = ReturnType<typeof quickMessageRoutes>

/** Under `/messages`, beside the other send routes. */
export const sendQuickMessageRoutes = (http: AppHttp) =>
  new Elysia({ prefix: '/messages' })
    .use(http)
    .post(
      '/sendQuickMessage/:id',
      ({ cx, actor, params, query, body }) =>
        sendQuickMessage(cx, actor, params.id, readId(query.ticketId) ?? fail('ERR_NO_TICKET_FOUND'), body),
      {
        detail: { summary: 'Send a quick message in a ticket' },
        signedIn: true,
        params: ById,
        query: t.Object({ ticketId: OptionalId }),
        body: input(SendQuickMessage),
        response: { 200: Message, ...failures },
      },
    )

/** JSON, or a multipart body with a file. */
async function receive<S extends v.GenericSchema>(request: Request, place: UploadTarget, schema: S) {
  const isForm = request.headers.get('content-type')?.startsWith('multipart/form-data')
  if (!isForm) return { wanted: check(schema, await readBody(request)), file: undefined }
  const judge = (fields: Readonly<Record<string, string>>) => check(schema, typed(fields))
  const { fields, file } = await receiveForm(request, { ...place, limit: QUICK_FILE_LIMIT }, judge)
  return { wanted: fields, file: file ? await messageFileOf(place, file) : undefined }
}

/** Form fields are strings: converts them to the JSON types. */
function typed({ shortcode, message, tagId, ...flags }: Readonly<Record<string, string>>): object {
  const given = {
    shortcode,
    message,
    tagId: tagId === undefined ? undefined : tagId === '' ? null : Number(tagId),
    geral: flagOf(flags.geral),
    status: flagOf(flags.status),
    sendOnlyMedia: flagOf(flags.sendOnlyMedia),
    removeMedia: flagOf(flags.removeMedia),
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}
const flagOf = (text: string | undefined): boolean | undefined => (text === undefined ? undefined : text === 'true')

async function* exported(
  pieces: AsyncIterable<readonly QuickMessage[]>,
): AsyncGenerator<readonly (readonly string[])[]> {
  yield [exportHead]
  for await (const piece of pieces)
    yield piece.map(({ shortcode, message, tag, geral, status }) => [
      shortcode,
      message,
      tag?.name ?? '',
      yesOrNo(geral),
      yesOrNo(status),
    ])
}
