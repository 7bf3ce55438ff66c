import { Elysia, t } from 'elysia'
import * as v from 'valibot'
import { listConnections } from '../channels/connections/queries'
import { fail } from '../errors'
import { type AppHttp, Done, done, failures } from '../platform/http'
import { input } from '../platform/input'
import { readCursor } from '../platform/pages'
import { After, ById, SearchText } from '../platform/params'
import { mayUseConnection } from '../users/permissions'
import {
  CampaignSetting,
  ChangeCampaignSettings,
  ConnectionSendLimits,
  CreateOptOut,
  listedSettings,
  manageCampaigns,
  OptOut,
  OptOutPage,
} from './contract'
import { release, showSendLimits } from './rate/limiter'
import { campaignSettings, changeCampaignSettings } from './settings'
import { addOptOut, listOptOuts, removeOptOut } from './suppression/opt-outs'

export const campaignSettingRoutes = (http: AppHttp) =>
  new Elysia({ prefix: '/campaign-settings' })
    .use(http)
    .get('/', ({ cx }) => listedSettings(campaignSettings(cx)), {
      detail: { summary: 'Read the settings of campaigns' },
      allowed: manageCampaigns,
      response: { 200: v.array(CampaignSetting), ...failures },
    })
    .post('/', ({ cx, actor, body }) => listedSettings(changeCampaignSettings(cx, actor, body)), {
      detail: { summary: 'Change the settings of campaigns' },
      allowed: manageCampaigns,
      body: input(ChangeCampaignSettings),
      response: { 200: v.array(CampaignSetting), ...failures },
    })
    .get(
      '/standings',
      ({ cx, actor }) =>
        listConnections(cx.db)
          .filter(({ id }) => mayUseConnection(actor, id))
          .map(({ id }) => showSendLimits(cx, id)),
      {
        detail: { summary: 'List how fast each connection may send' },
        allowed: manageCampaigns,
        response: { 200: v.array(ConnectionSendLimits), ...failures },
      },
    )
    .post(
      '/release/:id',
      ({ cx, actor, params }) =>
        mayUseConnection(actor, params.id) ? release(cx, actor, params.id) : fail('ERR_NO_WAPP_FOUND'),
      {
        detail: { summary: 'Let a stopped connection send again' },
        allowed: manageCampaigns,
        params: ById,
        response: { 200: ConnectionSendLimits, ...failures },
      },
    )
export type CampaignSettingRoutes = ReturnType<typeof campaignSettingRoutes>

export const optOutRoutes = (http: AppHttp) =>
  new Elysia({ prefix: '/opt-outs' })
    .use(http)
    .get(
      '/',
      ({ cx, actor, query: { searchParam = '', after } }) =>
        listOptOuts(cx.db, actor, searchParam, after === undefined ? null : readCursor(after)),
      {
        allowed: manageCampaigns,
        query: t.Object({ searchParam: SearchText, after: After }),
        response: { 200: OptOutPage, ...failures },
      },
    )
    .post('/', ({ cx, actor, body }) => addOptOut(cx, actor, body), {
      allowed: manageCampaigns,
      body: input(CreateOptOut),
      response: { 200: OptOut, ...failures },
    })
    .delete(
      '/:id',
      ({ cx, actor, params }) => {
        removeOptOut(cx, actor, params.id)
        return done
      },
      { allowed: manageCampaigns, params: ById, response: { 200: Done, ...failures } },
    )
export type OptOutRoutes = ReturnType<typeof optOutRoutes>
