import { Elysia, t } from 'elysia'
import { ByChannel, connectionsAsked } from '../../channels/connections/by-channel'
import type { ChannelKind } from '../../channels/contract'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { periodOfDay } from '../../platform/days'
import type { AppHttp } from '../../platform/http'
import { failures } from '../../platform/http'
import type { RouteServices } from '../../platform/module'
import { IdList, readIds } from '../../platform/params'
import { answerSpreadsheet, spreadsheetFormats } from '../../platform/spreadsheets/spreadsheets'
import { DAY } from '../../platform/time'
import { languageOf } from '../../texts/texts'
import { Dashboard, DashboardSheet, MOST_DAYS, TicketsDay, TicketsUsers } from './contract'
import { dashboardErrors } from './errors'
import { sheetOf } from './export'
import { type DashboardFilter, readDashboard, readTimes, readUsers } from './queries'

const Written = t.Optional(t.String({ maxLength: 40 }))
const Places = { queueIds: IdList, whatsappIds: IdList, channel: ByChannel }
const Period = { date_from: Written, date_to: Written }
/** The specification names the days differently here; the company is always the user's own. */
const ChartPeriod = { initialDate: Written, finalDate: Written, companyId: Written }

type DashboardQuery = { readonly queueIds?: string; readonly whatsappIds?: string; readonly channel?: ChannelKind }

/** Whole days of the company's calendar. */
function filterOf(cx: Cx, { queueIds, whatsappIds, channel }: DashboardQuery, first = '', last = ''): DashboardFilter {
  const { from } = periodOfDay(first.slice(0, 10), cx.tenant.timeZone) ?? noPeriod()
  const { to } = periodOfDay(last.slice(0, 10), cx.tenant.timeZone) ?? noPeriod()
  if (to <= from || to - from > MOST_DAYS * DAY + DAY / 2) noPeriod()
  return {
    period: { from, to },
    queueIds: readIds(queueIds, 'queueIds'),
    connectionIds: connectionsAsked(cx.db, readIds(whatsappIds, 'whatsappIds'), channel),
  }
}
const noPeriod = () => fail(dashboardErrors.ERR_PERIOD_REQUIRED)

export const dashboardRoutes = (http: AppHttp, { uploadTargetOf }: Pick<RouteServices, 'uploadTargetOf'>) =>
  new Elysia({ prefix: '/dashboard' })
    .use(http)
    .get('/', ({ cx, actor, query }) => readDashboard(cx, actor, filterOf(cx, query, query.date_from, query.date_to)), {
      detail: { summary: 'Read the figures of the dashboard' },
      allowed: 'dashboard:view',
      query: t.Object({ ...Period, ...Places }),
      response: { 200: Dashboard, ...failures },
    })
    .get(
      '/ticketsDay',
      ({ cx, actor, query }) => readTimes(cx, actor, filterOf(cx, query, query.initialDate, query.finalDate)),
      {
        detail: { summary: 'Count tickets per day, or per hour of one day' },
        allowed: 'dashboard:view',
        query: t.Object({ ...ChartPeriod, ...Places }),
        response: { 200: TicketsDay, ...failures },
      },
    )
    .get(
      '/ticketsUsers',
      async ({ cx, actor, query }) => ({
        data: await readUsers(cx, actor, filterOf(cx, query, query.initialDate, query.finalDate)),
      }),
      {
        detail: { summary: 'Count tickets per attendant' },
        allowed: 'dashboard:view',
        query: t.Object({ ...ChartPeriod, ...Places }),
        response: { 200: TicketsUsers, ...failures },
      },
    )
    .get(
      '/spreadsheet',
      async ({ cx, actor, query, request }) => {
        const { sheet = 'attendants', format = 'xlsx' } = query
        const filter = filterOf(cx, query, query.date_from, query.date_to)
        const rows = await sheetOf(cx, actor, filter, {
          sheet,
          language: languageOf(request.headers.get('accept-language')),
        })
        return answerSpreadsheet(request, uploadTargetOf(actor), [rows], { format, name: `dashboard-${sheet}` })
      },
      {
        detail: { summary: 'Download a chart of the dashboard as a spreadsheet' },
        allowed: 'dashboard:view',
        own: true,
        paced: 60,
        query: t.Object({
          ...Period,
          ...Places,
          sheet: t.Optional(t.Union(DashboardSheet.options.map((one) => t.Literal(one)))),
          format: t.Optional(t.Union(spreadsheetFormats.map((one) => t.Literal(one)))),
        }),
      },
    )
export type DashboardRoutes = ReturnType<typeof dashboardRoutes>
