/** What one person may change about another, and about themselves. Pure. */
import type { Actor } from '../actor'
import { fail } from '../errors'
import type { CreateUser, UpdateUser, UserSummary } from './contract'

type Field = keyof UpdateUser

const own: readonly Field[] = ['name', 'email', 'password', 'oldPassword', 'farewellMessage', 'status']
const bySupervisor: readonly Field[] = ['name', 'queueIds', 'profile']
/** How somebody is, nobody else says. */
const notByAdmin: readonly Field[] = ['status']

/** The fields that would change; of a password nobody knows. */
const changing = (before: UserSummary, wanted: UpdateUser): Field[] =>
  (Object.keys(wanted) as Field[]).filter((field) => {
    if (wanted[field] === undefined) return false
    if (field === 'password' || field === 'oldPassword') return true
    return JSON.stringify(wanted[field]) !== JSON.stringify(before[field])
  })

/** The person is one whom the actor sees. */
export function requireMayChange(actor: Actor, before: UserSummary, wanted: UpdateUser) {
  const isOwn = before.id === actor.userId
  const isAdmin = actor.profile === 'admin'
  const may = (field: Field): boolean => {
    if (isOwn && own.includes(field)) return true
    if (before.super && !actor.super) return false // or one could sign in as them
    if (field === 'super') return actor.super
    if (isAdmin) return !notByAdmin.includes(field)
    return !isOwn && bySupervisor.includes(field) && !(field === 'profile' && wanted.profile === 'admin')
  }
  if (!changing(before, wanted).every(may)) fail('ERR_NO_PERMISSION')
}

export function requireMayCreate(actor: Actor, wanted: CreateUser) {
  if (wanted.super && !actor.super) fail('ERR_NO_PERMISSION')
}

export function requireMayDelete(actor: Actor, user: UserSummary) {
  if (user.super && !actor.super) fail('ERR_NO_PERMISSION')
}

/** Whoever finds a page open must not take the account over. */
export const needsOldPassword = (actor: Actor, before: UserSummary, wanted: UpdateUser): boolean =>
  before.id === actor.userId &&
  (wanted.password !== undefined || (wanted.email !== undefined && wanted.email !== before.email))
