import { Elysia, t } from 'elysia'
import { recordAct } from '../../audit/record'
import { manageCampaigns } from '../../outbound/contract'
import { type AppHttp, Done, done, failures } from '../../platform/http'
import { input } from '../../platform/input'
import type { RouteServices } from '../../platform/module'
import { After, ById, PageNumber, readPage, SearchText } from '../../platform/params'
import { streamSpreadsheet } from '../../platform/spreadsheets/stream'
import { languageOf } from '../../texts/texts'
import { messageFileOf } from '../../tickets/media/upload'
import { fileRoutes } from '../../users/file-routes'
import { changeCampaign, copyCampaign, createCampaign, deleteCampaign, findChangeable, putFile } from './actions'
import {
  CAMPAIGN_FILE_LIMIT,
  Campaign,
  CampaignMetrics,
  CampaignPage,
  CampaignPreview,
  CampaignReport,
  CreateCampaign,
  DASHBOARD_PAGE,
  type DeliveryFilter,
  DeliveryPage,
  DryRun,
  TestOutcome,
  TestSend,
  TestSent,
  UpdateCampaign,
} from './contract'
import { readMetrics } from './dashboard'
import { dryRun, previewFor } from './dry-run'
import { exportDeliveries } from './export'
import { cancelCampaign, restartCampaign, startNow } from './lifecycle'
import { readPeriod, readStatus } from './params'
import { findUsableCampaign, listCampaigns, readCampaign } from './queries'
import { listDeliveries, readReport } from './report'
import { readTest, sendTest } from './test-send'

type Deps = Pick<RouteServices, 'auth' | 'folderOf' | 'uploadTargetOf' | 'messageCosts'>

const Status = t.Optional(t.String({ maxLength: 20 }))
/** An instant, or a day of the company. */
const Moment = t.Optional(t.String({ maxLength: 40 }))
const Position = t.Optional(t.String({ pattern: '^([1-9][0-9]{0,6})?$' }))
const Filter = t.Optional(
  t.Union([
    t.Literal('all'),
    t.Literal('waiting'),
    t.Literal('delivered'),
    t.Literal('answered'),
    t.Literal('failed'),
    t.Literal('optedOut'),
    t.Literal('skipped'),
    t.Literal(''),
  ]),
)
const filterOf = (asked: DeliveryFilter | '' | undefined): DeliveryFilter => asked || 'all'

export const campaignRoutes = (http: AppHttp, server: Deps) =>
  new Elysia({ prefix: '/campaigns' })
    .use(http)
    .get(
      '/',
      ({ cx, actor, query: { searchParam = '', status, pageNumber } }) => {
        const { rows, ...page } = listCampaigns(
          cx,
          actor,
          { search: searchParam, status: readStatus(status) },
          readPage(pageNumber),
        )
        return { records: rows, ...page }
      },
      {
        allowed: manageCampaigns,
        query: t.Object({ searchParam: SearchText, status: Status, pageNumber: PageNumber }),
        response: { 200: CampaignPage, ...failures },
      },
    )
    .get(
      '/metrics',
      ({ cx, actor, query: { searchParam = '', status, startDate, endDate, page, pageSize } }) =>
        readMetrics(
          cx,
          actor,
          {
            search: searchParam,
            status: readStatus(status),
            ...readPeriod(cx, { startDate, endDate }),
          },
          { page: readPage(page), size: pageSize === undefined ? DASHBOARD_PAGE : Number(pageSize) },
        ),
      {
        detail: { summary: 'Read the counters of all campaigns' },
        allowed: manageCampaigns,
        query: t.Object({
          searchParam: SearchText,
          status: Status,
          startDate: Moment,
          endDate: Moment,
          page: PageNumber,
          pageSize: t.Optional(t.String({ pattern: '^([1-9]|[1-4][0-9]|50)$' })),
        }),
        response: { 200: CampaignMetrics, ...failures },
      },
    )
    .get('/:id', ({ cx, actor, params }) => readCampaign(cx, findUsableCampaign(cx, actor, params.id).id), {
      allowed: manageCampaigns,
      params: ById,
      response: { 200: Campaign, ...failures },
    })
    .post('/', ({ cx, actor, body }) => createCampaign(cx, actor, body), {
      allowed: manageCampaigns,
      body: input(CreateCampaign),
      response: { 200: Campaign, ...failures },
    })
    .put('/:id', ({ cx, actor, params, body }) => changeCampaign(cx, actor, params.id, body), {
      allowed: manageCampaigns,
      params: ById,
      body: input(UpdateCampaign),
      response: { 200: Campaign, ...failures },
    })
    .delete(
      '/:id',
      async ({ cx, actor, params }) => {
        await deleteCampaign(cx, actor, params.id)
        return done
      },
      { allowed: manageCampaigns, params: ById, response: { 200: Done, ...failures } },
    )
    .use(
      fileRoutes(http, server, {
        of: 'a campaign',
        at: '/:id/media-upload',
        limit: CAMPAIGN_FILE_LIMIT,
        mayRead: manageCampaigns,
        mayChange: manageCampaigns,
        answer: Campaign,
        find: (cx, actor, id) => findUsableCampaign(cx, actor, id).media,
        requireChangeable: findChangeable,
        prepare: messageFileOf,
        put: putFile,
      }),
    )
    .post('/:id/start', ({ cx, actor, params }) => startNow(cx, actor, params.id), {
      detail: { summary: 'Start a campaign now' },
      allowed: manageCampaigns,
      params: ById,
      response: { 200: Campaign, ...failures },
    })
    .post('/:id/cancel', ({ cx, actor, params }) => cancelCampaign(cx, actor, params.id), {
      detail: { summary: 'Cancel a campaign' },
      allowed: manageCampaigns,
      params: ById,
      response: { 200: Campaign, ...failures },
    })
    .post('/:id/restart', ({ cx, actor, params }) => restartCampaign(cx, actor, params.id), {
      detail: { summary: 'Restart a cancelled campaign' },
      allowed: manageCampaigns,
      params: ById,
      response: { 200: Campaign, ...failures },
    })
    .post(
      '/:id/copy',
      ({ cx, actor, params, request }) =>
        copyCampaign(cx, actor, params.id, languageOf(request.headers.get('accept-language'))),
      {
        detail: { summary: 'Copy a campaign' },
        allowed: manageCampaigns,
        params: ById,
        response: { 200: Campaign, ...failures },
      },
    )
    .get('/:id/report', ({ cx, actor, params }) => readReport(cx, actor, params.id, server.messageCosts), {
      detail: { summary: 'Read the report of a campaign' },
      allowed: manageCampaigns,
      params: ById,
      response: { 200: CampaignReport, ...failures },
    })
    .get(
      '/:id/deliveries',
      ({ cx, actor, params, query: { filter, searchParam = '', after } }) =>
        listDeliveries(cx, actor, findUsableCampaign(cx, actor, params.id).id, {
          filter: filterOf(filter),
          search: searchParam,
          after: after ?? null,
        }),
      {
        detail: { summary: 'List the deliveries of a campaign' },
        allowed: manageCampaigns,
        params: ById,
        query: t.Object({ filter: Filter, searchParam: SearchText, after: After }),
        response: { 200: DeliveryPage, ...failures },
      },
    )
    .get(
      '/:id/deliveries/export',
      ({ cx, actor, params, query: { filter }, request }) => {
        const { id, name } = findUsableCampaign(cx, actor, params.id)
        cx.transaction((cx) => recordAct(cx, actor, { kind: 'campaign', act: 'export', subject: { id, name } }))
        const language = languageOf(request.headers.get('accept-language'))
        const rows = exportDeliveries(cx, actor, { id, filter: filterOf(filter) }, language)
        return streamSpreadsheet(name, rows, cx.wait)
      },
      {
        detail: { summary: 'Download the deliveries of a campaign as a spreadsheet' },
        allowed: manageCampaigns,
        own: true,
        params: ById,
        query: t.Object({ filter: Filter }),
      },
    )
    .get('/:id/dry-run', ({ cx, actor, params }) => dryRun(cx, actor, params.id, server.messageCosts), {
      detail: { summary: 'Dry-run a campaign: compute audience, risk and duration without sending' },
      allowed: manageCampaigns,
      params: ById,
      response: { 200: DryRun, ...failures },
    })
    .get(
      '/:id/preview',
      ({ cx, actor, params, query: { position } }) => previewFor(cx, actor, params.id, Number(position || 1)),
      {
        detail: { summary: 'Preview the message to one recipient of a campaign' },
        allowed: manageCampaigns,
        params: ById,
        query: t.Object({ position: Position }),
        response: { 200: CampaignPreview, ...failures },
      },
    )
    .post('/:id/test', ({ cx, actor, params, body }) => sendTest(cx, actor, params.id, body), {
      detail: { summary: 'Send a test message of a campaign' },
      allowed: manageCampaigns,
      params: ById,
      body: input(TestSend),
      response: { 200: TestSent, ...failures },
    })
    .get('/:id/test/:messageId', ({ cx, actor, params }) => readTest(cx, actor, params.id, params.messageId), {
      detail: { summary: 'Read the outcome of a test message' },
      allowed: manageCampaigns,
      params: t.Object({ ...ById.properties, messageId: ById.properties.id }),
      response: { 200: TestOutcome, ...failures },
    })
export type CampaignRoutes = ReturnType<typeof campaignRoutes>
