import { Elysia, t } from 'elysia'
import * as v from 'valibot'
import { fail } from '../../errors'
import { createBudget } from '../../platform/budget'
import { serveFile } from '../../platform/files'
import { instant } from '../../platform/formats'
import { type AppHttp, failures } from '../../platform/http'
import { input } from '../../platform/input'
import type { RouteServices } from '../../platform/module'
import { ById } from '../../platform/params'
import { receiveSingleFile } from '../../platform/uploads'
import { addFile, discardDraft, publish, saveDraft, setSecret } from './actions'
import {
  AtRevision,
  CountsQuery,
  FLOW_FILE_LIMIT,
  FlowCounts,
  FlowDetails,
  FlowFile,
  FlowVersion,
  FlowVersionDetails,
  manageFlows,
  SaveFlow,
  SecretNames,
  SetSecret,
} from './contract'
import { showCounts } from './counts'
import { flowErrors } from './errors'
import { findFile, findFlowOwner, findVersion, listVersions, showFile, showFlow } from './queries'

type Deps = Pick<RouteServices, 'auth' | 'folderOf' | 'uploadTargetOf' | 'encryptionFor'>

const OfVersion = t.Object({ ...ById.properties, version: ById.properties.id })
const OfFile = t.Object({ ...ById.properties, fileId: ById.properties.id })

/** `:id` is the integration's. */
export const flowRoutes = (http: AppHttp, { auth, folderOf, uploadTargetOf, encryptionFor }: Deps) => {
  const encryption = encryptionFor('integrations')
  return new Elysia({ prefix: '/flows' })
    .use(http)
    .get('/:id', ({ cx, params }) => showFlow(cx.db, findFlowOwner(cx.db, params.id)), {
      detail: { summary: 'Read the draft of a flow' },
      allowed: manageFlows,
      params: ById,
      response: { 200: FlowDetails, ...failures },
    })
    .put(
      '/:id',
      ({ cx, actor, params, body }) => showFlow(cx.db, saveDraft(cx, actor, params.id, body.flow, body.revision)),
      {
        detail: { summary: 'Save the draft of a flow' },
        allowed: manageFlows,
        params: ById,
        body: input(SaveFlow),
        response: { 200: FlowDetails, ...failures },
      },
    )
    .post(
      '/:id/publish',
      async ({ cx, actor, params, body }) => {
        await createBudget().rest() // to check a flow takes milliseconds
        auth.stillHere(actor, manageFlows)
        return showFlow(cx.db, publish(cx, actor, params.id, body.revision))
      },
      {
        detail: { summary: 'Publish the draft of a flow' },
        allowed: manageFlows,
        params: ById,
        body: input(AtRevision),
        response: { 200: FlowDetails, ...failures },
      },
    )
    .post(
      '/:id/discard',
      ({ cx, actor, params, body }) => showFlow(cx.db, discardDraft(cx, actor, params.id, body.revision)),
      {
        detail: { summary: 'Make the published version of a flow its draft again' },
        allowed: manageFlows,
        params: ById,
        body: input(AtRevision),
        response: { 200: FlowDetails, ...failures },
      },
    )
    .get('/:id/versions', ({ cx, params }) => listVersions(cx.db, findFlowOwner(cx.db, params.id).id), {
      detail: { summary: 'List the published versions of a flow' },
      allowed: manageFlows,
      params: ById,
      response: { 200: v.array(FlowVersion), ...failures },
    })
    .get(
      '/:id/versions/:version',
      ({ cx, params }) => {
        const { id } = findFlowOwner(cx.db, params.id)
        const found = findVersion(cx.db, id, params.version) ?? fail(flowErrors.ERR_NO_FLOW_FOUND)
        return { ...found, publishedAt: instant(found.publishedAt) }
      },
      {
        detail: { summary: 'Read a published version of a flow' },
        allowed: manageFlows,
        params: OfVersion,
        response: { 200: FlowVersionDetails, ...failures },
      },
    )
    .get('/:id/counts', ({ cx, params, query }) => showCounts(cx, findFlowOwner(cx.db, params.id).id, query.period), {
      detail: { summary: 'Count what happens at each block of a flow' },
      allowed: manageFlows,
      params: ById,
      query: CountsQuery,
      response: { 200: FlowCounts, ...failures },
    })
    .post(
      '/:id/files',
      async ({ cx, actor, params, request }) => {
        findFlowOwner(cx.db, params.id) // before reading the body
        const file = await receiveSingleFile(request, { ...uploadTargetOf(actor), limit: FLOW_FILE_LIMIT })
        auth.stillHere(actor, manageFlows)
        return showFile(addFile(cx, params.id, file))
      },
      {
        detail: { summary: 'Upload a file for a flow' },
        allowed: manageFlows,
        upload: true,
        params: ById,
        response: { 200: FlowFile, ...failures },
      },
    )
    .get(
      '/:id/files/:fileId',
      async ({ cx, params, request }) => {
        const found = findFile(cx.db, findFlowOwner(cx.db, params.id).id, params.fileId)
        if (!found?.mediaFile) fail('ERR_NO_MEDIA_FOUND')
        const stored = { file: found.mediaFile, mimetype: found.mediaType ?? '', name: found.mediaName }
        return (await serveFile(request, { folder: folderOf(cx.tenant.uuid), ...stored })) ?? fail('ERR_NO_MEDIA_FOUND')
      },
      { detail: { summary: 'Download a file of a flow' }, reader: true, allowed: manageFlows, params: OfFile },
    )
    .post(
      '/:id/secrets',
      ({ cx, actor, params, body }) => ({ secrets: setSecret(cx, encryption, actor, params.id, body) }),
      {
        detail: { summary: 'Set or delete a secret of a flow' },
        allowed: manageFlows,
        own: true,
        params: ById,
        body: input(SetSecret),
        response: { 200: SecretNames, ...failures },
      },
    )
}
export type FlowRoutes = ReturnType<typeof flowRoutes>
