/**
 * What Meta tells of a person: they removed the app, or want their data deleted. Of somebody who signed in here we keep the
 * access to their pages, which ends. What a customer wrote belongs to the company they wrote to, which the law lets keep
 * some of it: the company is told, and deletes with its own erasure of personal data.
 */

import * as v from 'valibot'
import { recordAct } from '../../../audit/record'
import { findContactIdByAddress, findContactOrFail } from '../../../contacts/queries'
import type { Cx } from '../../../platform/cx'
import type { Services } from '../../../platform/module'
import { newToken } from '../../../platform/secret'
import { languageOf } from '../../../texts/languages'
import { mailAdmins } from '../../../users/admins'
import { findConnection } from '../../connections/queries'
import { appToken, operatorsApp } from '../app'
import { GraphFailed } from '../graph'
import { deletionMail } from './deletion-mail'
import {
  closeDeletion,
  closeRequest,
  listCompaniesWithPages,
  listConnectionsOf,
  listOpenDeletions,
  listOpenRequests,
  noteAccessDeleted,
  noteTold,
  type OpenDeletion,
  type OpenRequest,
  type PersonThere,
  storeDeletion,
  storeFound,
} from './people'

type Deps = Pick<Services, 'databases' | 'cxOf' | 'sessions' | 'meta' | 'clock' | 'log' | 'mailer' | 'operatorSettings'>

/** Their connections wait for another sign-in. */
export function endAccessOf({ databases, meta }: Pick<Deps, 'databases' | 'meta'>, userId: string): void {
  for (const ref of listConnectionsOf(databases.control, userId))
    if (databases.isAvailable(ref.tenantUuid)) meta.trouble(ref, { status: 'DISCONNECTED', reason: 'tokenEnded' })
}

/** Returns the code by which the person can look up the state. */
export function requestDeletion(deps: Deps, userId: string): string {
  const code = newToken()
  storeDeletion(deps.databases.writableControl(), code, userId, deps.clock())
  endAccessOf(deps, userId)
  finishDeletions(deps).catch((error: unknown) => deps.log.error({ err: error }, 'meta: a deletion failed'))
  return code
}

/** Deletes access, finds the person at companies, and tells those. What fails is tried again. */
export async function finishDeletions(deps: Deps): Promise<void> {
  const { databases, clock, log } = deps
  const control = databases.writableControl()
  const open = listOpenDeletions(control)
  const failed = (error: unknown) => log.warn({ err: error }, 'meta: a deletion is tried again')
  for (const deletion of open) await search(deps, deletion).catch(failed)
  for (const request of listOpenRequests(control)) await advance(deps, request).catch(failed)
  for (const { code } of open) closeDeletion(control, code, clock())
}

async function search(deps: Deps, { code, userId, isSearched }: OpenDeletion): Promise<void> {
  await deleteAccess(deps, code, userId)
  if (isSearched === 0) storeFound(deps.databases.writableControl(), code, await findPerson(deps, userId), deps.clock())
}

async function deleteAccess({ databases, cxOf, sessions }: Deps, code: string, userId: string): Promise<void> {
  for (const { tenantUuid, connectionId } of listConnectionsOf(databases.control, userId)) {
    const cx = cxOf(tenantUuid)
    if (findConnection(cx.db, connectionId)) await sessions.disconnect(cx, connectionId)
    noteAccessDeleted(databases.writableControl(), code)
  }
}

/** At companies whose files can be opened. The id may be the one by which a page knows the person. */
async function findPerson(deps: Deps, userId: string): Promise<readonly PersonThere[]> {
  const { databases, cxOf } = deps
  const values = { psid: [userId, ...(await idsForPages(deps, userId))], igsid: [userId] }
  const found: PersonThere[] = []
  for (const { companyId, uuid } of listCompaniesWithPages(databases.control)) {
    if (!databases.isAvailable(uuid)) continue
    const { db } = cxOf(uuid)
    for (const kind of ['psid', 'igsid'] as const)
      for (const value of new Set(values[kind]))
        if (findContactIdByAddress(db, { kind, value }) !== undefined) found.push({ companyId, kind, value })
  }
  return found
}

const PageIds = v.object({ data: v.array(v.object({ id: v.string() })) })

/** A person who has signed in has another id with each page. Meta tells them only of pages of the app's own business. */
async function idsForPages({ meta, ...deps }: Deps, userId: string): Promise<readonly string[]> {
  const app = operatorsApp(deps)
  try {
    const answer = await meta.graph.call({
      method: 'GET',
      path: `${userId}/ids_for_pages`,
      token: appToken(app),
      appSecret: app.secret,
    })
    return v.parse(PageIds, answer).data.map(({ id }) => id)
  } catch (error) {
    if (error instanceof GraphFailed && error.status < 500) return []
    throw error
  }
}

async function advance(deps: Deps, request: OpenRequest): Promise<void> {
  const { databases, cxOf, clock } = deps
  const { tenantUuid, kind, value, isTold } = request
  if (!databases.isAvailable(tenantUuid)) return
  const cx = cxOf(tenantUuid)
  const contactId = findContactIdByAddress(cx.db, { kind, value })
  if (contactId === undefined) closeRequest(databases.writableControl(), request, clock())
  else if (isTold === 0 && (await tell(deps, cx, contactId))) noteTold(databases.writableControl(), request, clock())
}

/** By mail, and in the audit log. Returns false if it has to be tried again. */
async function tell(deps: Deps, cx: Cx, contactId: number): Promise<boolean> {
  const { id, name } = findContactOrFail(cx.db, contactId)
  if (!(await mailAdmins(cx, deps, deletionMail(languageOf(cx.tenant.language), name)))) return false
  cx.transaction((cx) => recordAct(cx, null, { kind: 'contact', act: 'deletionAsked', subject: { id, name } }))
  return true
}
