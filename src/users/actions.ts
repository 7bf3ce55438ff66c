/** Creates, changes and deletes users. The routes end their sessions. */
import { and, eq } from 'drizzle-orm'
import type { Actor } from '../actor'
import { changesBetween, type Doer, recordAct } from '../audit/record'
import { fail } from '../errors'
import { hoursWords, schedulesOf } from '../hours/contract'
import type { Cx } from '../platform/cx'
import { defineExtensionPoint } from '../platform/extensions'
import type { Db } from '../platform/sqlite'
import type { Claims } from '../tenancy/claims'
import { requireRoom } from '../tenancy/limits'
import {
  anyTime,
  type CreateUser,
  type Expedient,
  expedientOf,
  type UpdateUser,
  type UserSummary,
  weekOfExpedient,
} from './contract'
import { changingEmail, plainEmail, requireFreeEmail } from './emails'
import { weekOfUser } from './hours'
import { findUserOrFail, insertUser, setUserQueues, summarizeUser } from './people'
import { announceUser, rightsChanged, userRemoved } from './rights'
import { type User, userConnections, users } from './tables'

type Where = { readonly cx: Cx; readonly claims: Claims; readonly doer: Doer }

/** Called after a user was deactivated or deleted, outside any transaction so that it can work in slices. */
export type AfterLeaving = (cx: Cx, actor: Actor, user: User) => Promise<void>
export const afterLeaving = defineExtensionPoint<AfterLeaving>('user.afterLeaving')

export async function finishLeaving(cx: Cx, actor: Actor, user: User) {
  for (const finish of cx.membersOf(afterLeaving)) await finish(cx, actor, user)
}

export const createUser = ({ cx, claims, doer }: Where, input: CreateUser, passwordHash: string): Promise<User> =>
  changingEmail(claims, cx, () => ({
    takes: plainEmail(input.email),
    work: () => insertNewUser(cx, doer, input, passwordHash),
  }))

function insertNewUser(cx: Cx, doer: Doer, input: CreateUser, passwordHash: string): User {
  return cx.transaction((cx) => {
    if (input.active !== false) requireRoom(cx, 'users')
    const { password: _, ...rest } = input
    const { name, email, profile = 'user', queueIds = [] } = rest
    const made = insertUser(cx.db, cx.now(), { name, email, passwordHash, profile })
    const user = store(cx, made, { ...rest, queueIds })
    recordAct(cx, doer, {
      kind: 'user',
      act: 'create',
      subject: user,
      changes: changesBetween<AuditedUser>({}, recorded(cx, user), ['password']),
    })
    announceUser(cx, null, user)
    return user
  })
}

/** `passwordHash` of a new password; null keeps the old one. At once unless it is about the e-mail. */
export async function changeUser(
  { cx, claims, doer }: Where,
  id: number,
  input: UpdateUser,
  passwordHash: string | null,
): Promise<User> {
  const work = () => updateUser(cx, doer, { id, input, passwordHash })
  if (input.email === undefined) return work()
  return changingEmail(claims, cx, () => {
    const { email } = findUserOrFail(cx.db, id)
    return input.email === email ? { work } : { takes: input.email, frees: email, work }
  })
}

type UserChange = { readonly id: number; readonly input: UpdateUser; readonly passwordHash: string | null }

function updateUser(cx: Cx, doer: Doer, { id, input, passwordHash }: UserChange): User {
  return cx.transaction((cx) => {
    const before = findUserOrFail(cx.db, id)
    if (!before.active && input.active) requireRoom(cx, 'users')
    const known = recorded(cx, before)
    const { password: _, oldPassword: __, ...rest } = input
    if (input.email !== undefined && input.email !== before.email) requireFreeEmail(cx.db, input.email)
    const user = store(cx, before, passwordHash === null ? rest : { ...rest, passwordHash })
    const now = recorded(cx, user)
    requireAnotherAdmin(cx.db, before)
    if (
      !user.active &&
      (!isSame(known.queueIds, now.queueIds) || !isSame(known.connectionAccess, now.connectionAccess))
    )
      fail('ERR_INACTIVE_ACCESS')
    recordAct(cx, doer, {
      kind: 'user',
      act: 'update',
      subject: user,
      changes: changesBetween<AuditedUser>(known, now, ['password']),
    })
    announceUser(cx, before, user)
    if (rights.some((name) => !isSame(known[name], now[name]))) cx.happened(rightsChanged({ userIds: [id] }))
    return user
  })
}

/** Keeps the row, whose name is shown on past actions, and frees the e-mail. */
export const deleteUser = ({ cx, claims, doer }: Where, id: number): Promise<User> =>
  changingEmail(claims, cx, () => ({ frees: findUserOrFail(cx.db, id).email, work: () => removeUser(cx, doer, id) }))

function removeUser(cx: Cx, doer: Doer, id: number): User {
  return cx.transaction((cx) => {
    const before = findUserOrFail(cx.db, id)
    recordAct(cx, doer, {
      kind: 'user',
      act: 'delete',
      subject: before,
      changes: changesBetween<AuditedUser>(recorded(cx, before), { email: null }),
    })
    setUserQueues(cx.db, id, [])
    setConnectionAccess(cx.db, id, [])
    const gone = save(cx.db, id, {
      active: false,
      super: false,
      email: `#${id}`,
      passwordHash: '',
      leftAt: cx.now(),
      deletedAt: cx.now(),
    })
    requireAnotherAdmin(cx.db, before)
    announceUser(cx, before, gone)
    cx.happened(userRemoved({ userId: id }))
    cx.happened(rightsChanged({ userIds: [id] }))
    return gone
  })
}

/** Fields that determine the rights of open pages. */
const rights = [
  'active',
  'name',
  'profile',
  'super',
  'allUserChat',
  'allowRealTime',
  'queueIds',
  'connectionAccess',
] as const

type AuditedUser = Omit<UserSummary, 'id' | 'online' | 'lastSeenAt' | 'status' | 'email' | keyof Expedient> & {
  readonly email: string | null
  /** Null while nothing limits them. */
  readonly schedules: string | null
  readonly password: string
}

/** Fields that the audit log records. The current status is not recorded. */
function recorded(cx: Cx, user: User): AuditedUser {
  const { id, online, lastSeenAt, status, typeExpedient, startWork, endWork, expedient, ...set } = summarizeUser(
    cx,
    user,
  )
  const schedules = user.hours === null ? null : hoursWords(schedulesOf(weekOfUser(user)))
  return { ...set, schedules, password: user.passwordHash }
}

type StoredFields = Omit<UpdateUser, 'password' | 'oldPassword'> & { readonly passwordHash?: string }

function store({ db, now }: Cx, before: User, input: StoredFields): User {
  const { queueIds, connectionAccess, whatsappId, typeExpedient, startWork, endWork, expedient, ...columns } = input
  if (queueIds) setUserQueues(db, before.id, [...new Set(queueIds)])
  if (connectionAccess) setConnectionAccess(db, before.id, connectionAccess)
  const week = { ...expedientOf(weekOfUser(before)), ...defined({ typeExpedient, startWork, endWork, expedient }) }
  const profile = input.profile ?? before.profile
  return save(db, before.id, {
    ...defined(columns),
    ...(whatsappId !== undefined && { connectionId: whatsappId }),
    hours: hoursOf(week),
    ...(profile !== before.profile && profile !== 'admin' && { super: false }),
    ...(input.active === false && { leftAt: now() }),
  })
}

/** Null while nothing limits them. */
function hoursOf(expedient: ReturnType<typeof expedientOf>): string | null {
  const week = weekOfExpedient(expedient)
  return isSame(week, anyTime) ? null : JSON.stringify(week)
}

const save = (db: Db, id: number, columns: Partial<User>): User =>
  db.update(users).set(columns).where(eq(users.id, id)).returning().get() ?? fail('ERR_NO_USER_FOUND')

function setConnectionAccess(db: Db, userId: number, connectionIds: readonly number[]) {
  db.delete(userConnections).where(eq(userConnections.userId, userId)).run()
  for (const connectionId of new Set(connectionIds)) db.insert(userConnections).values({ userId, connectionId }).run()
}

/** Prevents changing or deleting the last admin. */
function requireAnotherAdmin(db: Db, before: User) {
  if (before.profile !== 'admin' || !before.active) return
  const admin = db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.profile, 'admin'), eq(users.active, true)))
    .get()
  if (!admin) fail('ERR_LAST_ADMIN')
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Drops the fields that were not sent. */
const defined = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  } // the same without those
