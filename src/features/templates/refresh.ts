/** Reads the templates of a connection from Meta. */
import * as v from 'valibot'
import type { ConnectionRef } from '../../channels/channel'
import { type ExampleUpload, uploadExample } from '../../channels/meta/cloud/example-file'
import { GraphFailed, type GraphRequest, GraphSilent } from '../../channels/meta/graph'
import { templateErrors } from '../../channels/templates/errors'
import { type RawTemplate, readRaw, refreshedAt, replaceTemplates, TemplateList } from '../../channels/templates/mirror'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { getOrMake } from '../../platform/maps'
import { defineService, type Services } from '../../platform/module'
import { MINUTE } from '../../platform/time'
import { mayUseConnection } from '../../users/permissions'
import { templatesChanged } from './contract'

/** Meta reports most changes; the rest is noticed this late. */
const FRESH = 10 * MINUTE
/** Meta allows 6,000 per account. */
const PAGE = 100
const MOST_PAGES = 60
const FIELDS = 'id,name,language,category,status,rejected_reason,quality_score,components'

declare module '../../platform/module' {
  interface Services {
    readonly templates: Templates
  }
}

export type Templates = ReturnType<typeof createTemplates>

/** Not by the account of a connection that is closed, or whose access has ended. */
type Business = {
  readonly businessId: string
  call(request: Omit<GraphRequest, 'token' | 'appSecret'>): Promise<unknown>
  /** Returns the handle of an example file. */
  upload(file: ExampleUpload): Promise<string>
}

function createTemplates({ meta, cxOf }: Services) {
  const reading = new Map<string, Promise<void>>()

  function businessOf(ref: ConnectionRef): Business {
    const account = meta.accountOf(ref)
    const businessId = account?.credentials.businessId
    if (!account || !businessId) return fail(templateErrors.ERR_TEMPLATES_UNREACHABLE)
    const { credentials, appSecret, graph } = account
    return {
      businessId,
      call: (request) => graph.call({ ...request, token: credentials.token, appSecret }).catch(refusal),
      upload: (file) => uploadExample(account, file).catch(refusal),
    }
  }

  async function readAll(ref: ConnectionRef): Promise<void> {
    const { businessId, call } = businessOf(ref)
    const found: RawTemplate[] = []
    let after: string | undefined
    for (let page = 0; page < MOST_PAGES; page++) {
      const query = { fields: FIELDS, limit: String(PAGE), ...(after !== undefined && { after }) }
      const answer = await call({ method: 'GET', path: `${businessId}/message_templates`, query })
      const { data, paging } = v.parse(TemplateList, answer)
      found.push(...data.flatMap((one) => readRaw(one) ?? []))
      after = paging?.next === undefined ? undefined : paging.cursors?.after
      if (after === undefined) break
    }
    cxOf(ref.tenantUuid).transaction((cx) => {
      replaceTemplates(cx, ref.connectionId, found)
      announceTemplates(cx, ref.connectionId)
    })
  }

  return {
    businessOf,
    /** Reads them unless that was done a moment ago, or `isForced`. Requests at the same time share one reading. */
    async refresh(cx: Cx, connectionId: number, isForced: boolean): Promise<void> {
      const last = refreshedAt(cx.db, connectionId)
      if (!isForced && last !== null && cx.now() - last < FRESH) return
      const ref = { tenantUuid: cx.tenant.uuid, connectionId }
      const key = `${ref.tenantUuid}/${connectionId}`
      const read = getOrMake(reading, key, () => readAll(ref).finally(() => reading.delete(key)))
      // What we know is better than nothing.
      await read.catch((error: unknown) => {
        if (isForced || last === null) throw error
      })
    },
  }
}

export const templatesService = defineService('templates', { create: createTemplates })

export const announceTemplates = (cx: Cx, connectionId: number) =>
  cx.emit(templatesChanged({ whatsappId: connectionId }), (listener) => mayUseConnection(listener, connectionId))

/** Meta's refusal in its own words, which name the field. */
function refusal(error: unknown): never {
  if (error instanceof GraphFailed && error.status < 500 && error.code === 100)
    return fail(templateErrors.ERR_TEMPLATE_REFUSED, { reason: error.details })
  if (error instanceof GraphFailed || error instanceof GraphSilent)
    return fail(templateErrors.ERR_TEMPLATES_UNREACHABLE, { reason: error instanceof GraphFailed ? error.details : '' })
  throw error
}
