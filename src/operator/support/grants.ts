/** Requests of the operator to enter a company, and what its admins answer. */

import { and, eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { Actor } from '../../actor'
import { recordAct } from '../../audit/record'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { operatorsOnly } from '../../platform/events'
import { on } from '../../platform/extensions'
import { instant, instantOrNull } from '../../platform/formats'
import { defineService, type Services } from '../../platform/module'
import { inControl } from '../../platform/operator-storage'
import type { WritableControl } from '../../platform/sqlite'
import { MINUTE } from '../../platform/time'
import { findCompanyOrFail } from '../../tenancy/companies'
import { OPERATOR_COMPANY } from '../../tenancy/contract'
import { defineCompanyQuestion } from '../../tenancy/elsewhere'
import { languageOf } from '../../texts/languages'
import { findUser } from '../../users/people'
import { rightsChanged } from '../../users/rights'
import { users } from '../../users/tables'
import { type AnswerSupport, type SupportGrant, supportAnswered, supportChanged } from './contract'
import { answerGrant, endGrantsOf } from './control-writes'
import { supportErrors } from './errors'
import { findGrant, isAnySupportOpen } from './queries'
import { type StoredGrant, supportGrants } from './tables'

export const showGrant = ({ id, asker, reason, askedAt, state, decidedBy, until }: StoredGrant): SupportGrant => ({
  id,
  asker,
  reason,
  askedAt: instant(askedAt),
  state,
  decidedBy,
  until: instantOrNull(until),
})

/** A later request replaces an earlier one. */
export function askSupport(services: Services, actor: Actor, companyId: number, reason: string): StoredGrant {
  if (companyId === OPERATOR_COMPANY) fail('ERR_NO_PERMISSION')
  const { databases, clock } = services
  const control = databases.writableControl()
  const grant = inControl(control, () => {
    findCompanyOrFail(control, companyId)
    const now = clock()
    if (findGrant(control, companyId, now)?.state === 'granted') return findGrant(control, companyId, now)
    endAll(control, companyId)
    return control
      .insert(supportGrants)
      .values({ companyId, askedBy: actor.userId, asker: actor.name, reason, askedAt: now, state: 'asked' })
      .returning()
      .get()
  })
  return grant ? settle(services, grant, 'ask', null) : fail('ERR_NO_COMPANY_FOUND')
}

const endAll = (control: WritableControl, companyId: number) =>
  control.update(supportGrants).set({ state: 'ended' }).where(eq(supportGrants.companyId, companyId)).run()

/** An admin of the company. A visit is over with its consent, also if the process ends before its session is ended here. */
export async function answerSupport(
  services: Services,
  cx: Cx,
  actor: Actor,
  input: AnswerSupport,
): Promise<StoredGrant> {
  const grant = await services.controlWrites.run(answerGrant, { ...input, companyId: cx.tenant.id, by: actor.name })
  return settle(services, grant, input.answer, actor)
}

function change(control: WritableControl, { id }: StoredGrant, values: Partial<StoredGrant>): StoredGrant {
  control.update(supportGrants).set(values).where(eq(supportGrants.id, id)).run()
  return control.select().from(supportGrants).where(eq(supportGrants.id, id)).get() ?? fail('ERR_NOT_FOUND')
}

/** The operator needs it no more. */
export function endSupport(services: Services, companyId: number): StoredGrant | undefined {
  const control = services.databases.writableControl()
  const known = findGrant(control, companyId, services.clock())
  if (known?.state !== 'asked' && known?.state !== 'granted') return known
  return settle(services, change(control, known, { state: 'ended' }), 'end', null)
}

/** Tells both sides, records it in the company's log, and ends the operator's session where the consent is over. */
function settle(services: Services, grant: StoredGrant, act: string, doer: Actor | null): StoredGrant {
  const { databases, hub, log } = services
  const company = findCompanyOrFail(databases.control, grant.companyId)
  const shown = showGrant(grant)
  hub.emitByOperator(
    supportChanged({ grant: shown }),
    ({ profile, support }) => profile === 'admin' && !support,
    company.id,
  )
  hub.emitByOperator(supportAnswered({ companyId: company.id, grant: shown }), operatorsOnly, OPERATOR_COMPANY)
  const { uuid } = company
  const isOver = grant.state !== 'granted'
  const noted = { uuid, act, id: grant.id, asker: grant.asker, reason: grant.reason, until: grant.until, isOver }
  if (!services.nodes || databases.isAvailable(uuid)) noteAtCompany(services, noted, doer)
  else
    supportNote
      .ask(services, noted)
      .catch((error) => log.warn({ err: error, tenant: uuid }, 'a company’s log lacks what became of a visit'))
  return grant
}

const Noted = v.object({
  uuid: v.string(),
  act: v.string(),
  id: v.number(),
  asker: v.string(),
  reason: v.string(),
  until: v.nullable(v.number()),
  isOver: v.boolean(),
})

function noteAtCompany(services: Services, noted: v.InferOutput<typeof Noted>, doer: Actor | null): void {
  const { uuid, act, id, asker, reason, until, isOver } = noted
  const changes = [
    { field: 'reason', from: null, to: reason },
    ...(until === null ? [] : [{ field: 'until', from: null, to: instant(until) }]),
  ]
  const cx = services.cxOf(uuid)
  cx.transaction((cx) => recordAct(cx, doer, { kind: 'support', act, subject: { id, name: asker }, changes }))
  if (isOver) endSessions(services, cx)
}

/** Where the company is. */
export const supportNote = defineCompanyQuestion({
  name: 'support.note',
  within: MINUTE, // nobody waits for it, and another node may have to take the company over
  question: Noted,
  answer: (services, noted) => noteAtCompany(services, noted, null),
})

declare module '../../platform/module' {
  interface Services {
    /** Takes every consent from a person who no longer belongs to the operator, and ends their visits at once. */
    endSupportIfGone(cx: Cx, userId: number): Promise<void>
  }
}

export const supportEnd = defineService('endSupportIfGone', {
  create:
    (services) =>
    async ({ db, tenant }, userId) => {
      if (tenant.id !== OPERATOR_COMPANY || !isAnySupportOpen(services.databases.control)) return
      const user = findUser(db, userId)
      if (!user?.active || !user.super) await endSupportOf(services, userId)
    },
  subscribers: (endIfGone) => [
    on(rightsChanged, 'afterCommit', async (cx, { userIds }) => {
      await Promise.all(userIds.map((id) => endIfGone()(cx, id)))
    }),
  ],
})

async function endSupportOf(services: Services, askedBy: number): Promise<void> {
  const ended = await services.controlWrites.run(endGrantsOf, { askedBy })
  for (const grant of ended) settle(services, grant, 'end', null)
}

function endSessions({ auth }: Services, { db, tenant }: Cx) {
  const guests = db.select({ id: users.id }).from(users).where(eq(users.support, true)).all()
  for (const { id } of guests) auth.revoke({ companyId: tenant.id, userId: id }, 'revoked')
}

const byWords = { 'pt-BR': 'por suporte', en: 'by support', es: 'por soporte', tr: 'destek' } as const

/** A row that lists, limits and distribution take for a deleted user's; the log and messages show its name. */
function guestOf(cx: Cx, asker: string): number {
  const name = `${asker}, ${byWords[languageOf(cx.tenant.language)]}`
  const { db } = cx
  const known = db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.support, true), eq(users.name, name)))
    .get()
  if (known) return known.id
  const now = cx.now()
  return db
    .insert(users)
    .values({
      name,
      email: `support ${crypto.randomUUID()}`,
      passwordHash: '',
      profile: 'admin',
      active: false,
      support: true,
      createdAt: now,
      deletedAt: now,
    })
    .returning({ id: users.id })
    .get().id
}

/** Where the company is. */
export const supportVisit = defineCompanyQuestion({
  name: 'support.enter',
  question: v.object({ uuid: v.string(), id: v.number(), asker: v.string(), visitor: v.string(), until: v.number() }),
  answer({ cxOf, auth }, { uuid, id, asker, visitor, until }) {
    const cx = cxOf(uuid)
    const userId = cx.transaction((cx) => {
      const guest = guestOf(cx, visitor)
      const changes = [{ field: 'until', from: null, to: instant(until) }]
      recordAct(cx, null, { kind: 'support', act: 'enter', subject: { id, name: asker }, changes })
      return guest
    })
    return auth.openSupport(cx.tenant.id, userId, until)
  },
})

/** Only the person who asked enters. */
export async function enterSupport(services: Services, actor: Actor, companyId: number) {
  const { control } = services.databases
  const grant = findGrant(control, companyId, services.clock())
  if (grant?.state !== 'granted' || grant.until === null || grant.askedBy !== actor.userId)
    return fail(supportErrors.ERR_NO_CONSENT)
  const { id, asker, until } = grant
  const { uuid } = findCompanyOrFail(control, companyId)
  return supportVisit.ask(services, { uuid, id, asker, visitor: actor.name, until })
}
