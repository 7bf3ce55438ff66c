/**
 * What Meta tells of a person: they removed the app, or want their data deleted. Of somebody who signed in here we keep the
 * access to their pages, which ends. What a customer wrote belongs to the company they wrote to, which the law lets keep
 * some of it: the company is told, and deletes with its own erasure of personal data.
 */

import * as v from 'valibot'
import { fail } from '../../../errors'
import { createFairQueues } from '../../../platform/fair-queues'
import type { Services } from '../../../platform/module'
import { inControl } from '../../../platform/operator-storage'
import { newToken } from '../../../platform/secret'
import { appToken, operatorsApp } from '../app'
import { GraphFailed } from '../graph'
import { type AtCompanyDeps, atCompany } from './deletion-at-company'
import {
  closeDeletion,
  closeRequest,
  listCompaniesWithPages,
  listConnectionsOf,
  listOpenDeletions,
  listOpenRequests,
  noteAccessDeleted,
  noteSearched,
  noteTold,
  type OpenDeletion,
  type OpenRequest,
  type PersonThere,
  storeDeletion,
  storeFound,
} from './people'

type Deps = Pick<Services, 'databases' | 'cxOf' | 'clock' | 'log' | 'meta' | 'operatorSettings'> & AtCompanyDeps

/** Companies that are asked at once. */
const ASKED_TOGETHER = 8

/** Their connections wait for another sign-in. */
export function endAccessOf(deps: Pick<Deps, 'databases' | 'log'> & AtCompanyDeps, userId: string): void {
  for (const ref of listConnectionsOf(deps.databases.control, userId))
    atCompany(deps, ref.tenantUuid)
      ?.endAccess(ref)
      .catch((error: unknown) =>
        deps.log.warn({ err: error, tenant: ref.tenantUuid }, 'meta: access could not be ended'),
      )
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
  const turns = createFairQueues({ atOnce: ASKED_TOGETHER, each: 1 })
  const advancing = listOpenRequests(control).map((request) =>
    turns.run(request.tenantUuid, () => advance(deps, request)).catch(failed),
  )
  await Promise.all(advancing)
  for (const { code } of open) closeDeletion(control, code, clock())
}

/** A company that cannot be asked now is asked again, and keeps no other from being told. */
async function search(deps: Deps, { code, userId, isSearched }: OpenDeletion): Promise<void> {
  const control = deps.databases.writableControl()
  const isDeleted = await deleteAccess(deps, code, userId)
  if (isSearched === 1) return
  const { found, isComplete } = await findPerson(deps, userId)
  inControl(control, () => {
    storeFound(control, code, found)
    if (isDeleted && isComplete) noteSearched(control, code, deps.clock())
  })
}

/** Returns whether none is left. */
async function deleteAccess(deps: Deps, code: string, userId: string): Promise<boolean> {
  const control = deps.databases.writableControl()
  let isDeleted = true
  for (const ref of listConnectionsOf(control, userId)) {
    const company = await asked(deps, ref.tenantUuid, async (company) => {
      await company.disconnect(ref)
      return company
    })
    if (company) noteAccessDeleted(control, code)
    else isDeleted = false
  }
  return isDeleted
}

/** The id may be the one by which a page knows the person. */
async function findPerson(
  deps: Deps,
  userId: string,
): Promise<{ readonly found: readonly PersonThere[]; readonly isComplete: boolean }> {
  const values = { psid: [userId, ...(await idsForPages(deps, userId))], igsid: [userId] }
  const companies = listCompaniesWithPages(deps.databases.control)
  const turns = createFairQueues({ atOnce: ASKED_TOGETHER, each: ASKED_TOGETHER })
  const answers = await Promise.all(
    companies.map(({ companyId, uuid }) =>
      turns.run('', async () => {
        const known = await asked(deps, uuid, (company) => company.find({ tenantUuid: uuid, ...values }))
        return known?.map((one) => ({ companyId, ...one }))
      }),
    ),
  )
  return { found: answers.flatMap((one) => one ?? []), isComplete: !answers.includes(undefined) }
}

/** Undefined if the company cannot be asked now. */
async function asked<T>(
  deps: Deps,
  tenantUuid: string,
  ask: (company: NonNullable<ReturnType<typeof atCompany>>) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await ask(atCompany(deps, tenantUuid) ?? fail('ERR_TENANT_UNAVAILABLE'))
  } catch (error) {
    deps.log.warn({ err: error, tenant: tenantUuid }, 'meta: a company is asked about a deletion later')
    return undefined
  }
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
  const { databases, clock } = deps
  const { tenantUuid, kind, value, isTold } = request
  const state = await atCompany(deps, tenantUuid)?.advance({ tenantUuid, kind, value, isTold: isTold === 1 })
  if (state === 'erased') closeRequest(databases.writableControl(), request, clock())
  else if (state === 'told') noteTold(databases.writableControl(), request, clock())
}
