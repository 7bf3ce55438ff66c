import { Elysia, t } from 'elysia'
import { type Actor, refuseSupport } from '../../actor'
import { recordAct } from '../../audit/record'
import { ByChannel, connectionsAsked } from '../../channels/connections/by-channel'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { type Period, periodOfDay } from '../../platform/days'
import { type AppHttp, Done, done, failures } from '../../platform/http'
import { input } from '../../platform/input'
import type { RouteServices } from '../../platform/module'
import {
  ById,
  Flag,
  IdList,
  isOn,
  OptionalId,
  PageNumber,
  readId,
  readIds,
  readPage,
  SearchText,
} from '../../platform/params'
import { answerSpreadsheet } from '../../platform/spreadsheets/spreadsheets'
import { streamSpreadsheet } from '../../platform/spreadsheets/stream'
import { DAY } from '../../platform/time'
import { languageOf } from '../../texts/texts'
import { TicketTab } from '../../tickets/contract'
import { CREATED_A_MINUTE } from '../../users/shares'
import { groupings, Report, ReportHours, ReportSummary } from './contract'
import { reportErrors } from './errors'
import { exportReport, nameOfReport, sheetOfSummary } from './export'
import type { ReportFilter } from './filter'
import { pageSizes, USUAL_SIZE } from './pages/contract'
import { readHours, readReport, readSummary, type SummaryFilter } from './queries'
import { CreateView, SavedView, SavedViews, UpdateView } from './views/contract'
import { createView, deleteView, listViews, updateView } from './views/views'

const Written = t.Optional(t.String({ maxLength: 40 }))
const ONE = `"(${TicketTab.options.join('|')})"`
/** A JSON array. */
const Statuses = t.Optional(t.String({ maxLength: 60, pattern: `^(\\[ *(${ONE}( *, *${ONE})*)? *\\])?$` }))

const Places = {
  users: IdList,
  queueIds: IdList,
  whatsappId: IdList,
  channel: ByChannel,
  dateFrom: Written,
  dateTo: Written,
}
const Filter = {
  ...Places,
  searchParam: SearchText,
  contactId: OptionalId,
  tags: IdList,
  status: Statuses,
  onlyRated: Flag,
  /** Whether the days refer to opening or closing. */
  by: t.Optional(t.Union([t.Literal('created'), t.Literal('closed')])),
  /** Ignores the days. */
  anytime: Flag,
}
type ReportQuery = { readonly [Name in keyof typeof Filter]?: string }

const LONGEST = 3660 * DAY

/** Whole days; by default from the first of the month until today. */
function periodOf({ tenant, now }: Cx, { dateFrom = '', dateTo = '' }: ReportQuery): Period {
  const today = Temporal.Instant.fromEpochMilliseconds(now()).toZonedDateTimeISO(tenant.timeZone).toPlainDate()
  const day = (written: string, usual: Temporal.PlainDate) =>
    periodOfDay(written.slice(0, 10) || usual.toString(), tenant.timeZone) ?? fail(reportErrors.ERR_REPORT_PERIOD)
  const [{ from }, { to }] = [day(dateFrom, today.with({ day: 1 })), day(dateTo, today)]
  return to > from && to - from < LONGEST ? { from, to } : fail(reportErrors.ERR_REPORT_PERIOD)
}

const summaryFilterOf = (cx: Cx, asked: ReportQuery): SummaryFilter => ({
  period: periodOf(cx, asked),
  userIds: readIds(asked.users, 'users'),
  queueIds: readIds(asked.queueIds, 'queueIds'),
  connectionIds: connectionsAsked(cx.db, readIds(asked.whatsappId, 'whatsappId'), asked.channel),
})

const filterOf = (cx: Cx, asked: ReportQuery): ReportFilter => ({
  period: isOn(asked.anytime) ? null : periodOf(cx, asked),
  by: asked.by === 'closed' ? 'closed' : 'created',
  status: statusesOf(asked.status),
  search: asked.searchParam?.trim() ?? '',
  contactId: readId(asked.contactId),
  queueIds: readIds(asked.queueIds, 'queueIds'),
  userIds: readIds(asked.users, 'users'),
  connectionIds: connectionsAsked(cx.db, readIds(asked.whatsappId, 'whatsappId'), asked.channel),
  tagIds: readIds(asked.tags, 'tags'),
  onlyRated: isOn(asked.onlyRated),
})

function statusesOf(written: string | undefined): TicketTab[] | null {
  const all = written ? (JSON.parse(written) as TicketTab[]) : [] // the pattern lets nothing else pass
  return all.length > 0 ? all : null
}

export const reportRoutes = (
  http: AppHttp,
  { auth, uploadTargetOf, mailer }: Pick<RouteServices, 'auth' | 'uploadTargetOf' | 'mailer'>,
) => {
  function spreadsheetOf(cx: Cx, actor: Actor, filter: ReportFilter, request: Request): Response {
    refuseSupport(actor)
    cx.transaction((cx) => recordAct(cx, actor, { kind: 'report', act: 'export', subject: { id: null, name: '' } }))
    const language = languageOf(request.headers.get('accept-language'))
    return streamSpreadsheet(
      nameOfReport(language, filter.period, cx.tenant.timeZone),
      exportReport(cx, () => auth.stillHere(actor), filter, language),
      cx.wait,
    )
  }

  return new Elysia({ prefix: '/ticketreport' })
    .use(http)
    .get(
      '/reports',
      ({ cx, actor, query, request }): Report | Response => {
        const filter = filterOf(cx, query)
        if (query.format === 'xlsx') return spreadsheetOf(cx, actor, filter, request)
        const size = pageSizes.find((one) => String(one) === query.pageSize) ?? USUAL_SIZE
        return readReport(cx, actor, filter, { page: readPage(query.page), size })
      },
      {
        detail: { summary: 'List the tickets of a report, or download them as a spreadsheet' },
        reader: true,
        allowed: 'dashboard:view',
        query: t.Object({
          ...Filter,
          /** Streams everything, without pages. */
          format: t.Optional(t.Literal('xlsx')),
          page: PageNumber,
          pageSize: t.Optional(t.Union(pageSizes.map((one) => t.Literal(String(one))))),
        }),
        response: { 200: Report, ...failures },
      },
    )
    .get('/summary', ({ cx, actor, query }) => readSummary(cx, actor, summaryFilterOf(cx, query), query.by), {
      detail: { summary: 'Read a report grouped by attendant, queue, tag or connection' },
      allowed: 'dashboard:view',
      query: t.Object({ ...Places, by: t.Union(groupings.map((one) => t.Literal(one))) }),
      response: { 200: ReportSummary, ...failures },
    })
    .get(
      '/summary/spreadsheet',
      async ({ cx, actor, query, request }) => {
        const summary = await readSummary(cx, actor, summaryFilterOf(cx, query), query.by)
        const language = languageOf(request.headers.get('accept-language'))
        const rows = sheetOfSummary(summary, query.by, language)
        return answerSpreadsheet(request, uploadTargetOf(actor), [rows], { format: 'xlsx', name: query.by })
      },
      {
        detail: { summary: 'Download a grouped report as a spreadsheet' },
        allowed: 'dashboard:view',
        own: true,
        paced: 60,
        query: t.Object({ ...Places, by: t.Union(groupings.map((one) => t.Literal(one))) }),
      },
    )
    .get('/views', ({ cx, actor }) => ({ views: listViews(cx, actor), canMail: mailer.configured }), {
      detail: { summary: 'List the saved views of the reports' },
      allowed: 'dashboard:view',
      response: { 200: SavedViews, ...failures },
    })
    .post('/views', ({ cx, actor, body }) => createView(cx, actor, body), {
      detail: { summary: 'Save a view of the reports' },
      allowed: 'dashboard:view',
      rateLimit: CREATED_A_MINUTE,
      body: input(CreateView),
      response: { 200: SavedView, ...failures },
    })
    .put('/views/:id', ({ cx, actor, params, body }) => updateView(cx, actor, params.id, body), {
      detail: { summary: 'Change a saved view' },
      allowed: 'dashboard:view',
      params: ById,
      body: input(UpdateView),
      response: { 200: SavedView, ...failures },
    })
    .delete(
      '/views/:id',
      ({ cx, actor, params }) => {
        deleteView(cx, actor, params.id)
        return done
      },
      {
        detail: { summary: 'Delete a saved view' },
        allowed: 'dashboard:view',
        params: ById,
        response: { 200: Done, ...failures },
      },
    )
    .get('/hours', ({ cx, actor, query }) => readHours(cx, actor, summaryFilterOf(cx, query)), {
      detail: { summary: 'Count tickets per hour of the week' },
      allowed: 'dashboard:view',
      query: t.Object(Places),
      response: { 200: ReportHours, ...failures },
    })
}
export type ReportRoutes = ReturnType<typeof reportRoutes>
