/** What users may change about others and themselves. Pure. */
import type { Actor } from '../actor'
import { fail } from '../errors'
import type { CreateUser, UpdateUser, UserSummary } from './contract'

type Field = keyof UpdateUser

const own: readonly Field[] = ['name', 'email', 'password', 'oldPassword', 'farewellMessage', 'status']
const bySupervisor: readonly Field[] = ['name', 'queueIds', 'profile']
/** Only users themselves set their status. */
const notByAdmin: readonly Field[] = ['status']

/** Fields that would change. A password always counts as changed. */
const changing = (before: UserSummary, input: UpdateUser): Field[] =>
  (Object.keys(input) as Field[]).filter((field) => {
    if (input[field] === undefined) return false
    if (field === 'password' || field === 'oldPassword') return true
    return JSON.stringify(input[field]) !== JSON.stringify(before[field])
  })

/** The actor must be able to see the user. */
export function requireMayChange(actor: Actor, before: UserSummary, input: UpdateUser) {
  const isOwn = before.id === actor.userId
  const isAdmin = actor.profile === 'admin'
  const may = (field: Field): boolean => {
    if (isOwn && own.includes(field)) return true
    if (before.super && !actor.super) return false // prevents taking over a super user
    if (field === 'super') return actor.super
    if (isAdmin) return !notByAdmin.includes(field)
    return !isOwn && bySupervisor.includes(field) && !(field === 'profile' && input.profile === 'admin')
  }
  if (!changing(before, input).every(may)) fail('ERR_NO_PERMISSION')
}

export function requireMayCreate(actor: Actor, input: CreateUser) {
  if (input.super && !actor.super) fail('ERR_NO_PERMISSION')
}

export function requireMayDelete(actor: Actor, user: UserSummary) {
  if (user.super && !actor.super) fail('ERR_NO_PERMISSION')
}

/** Protects an account whose page was left open. */
export const needsOldPassword = (actor: Actor, before: UserSummary, input: UpdateUser): boolean =>
  before.id === actor.userId &&
  (input.password !== undefined || (input.email !== undefined && input.email !== before.email))
