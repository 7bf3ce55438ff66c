/** Finds, lists and creates users. */

import { and, eq, isNull } from 'drizzle-orm'
import type { Actor, Profile } from '../actor'
import { fail } from '../errors'
import type { Cx } from '../platform/cx'
import { finder } from '../platform/finder'
import { instantOrNull } from '../platform/formats'
import { getOrMake } from '../platform/maps'
import { fits, needleOf } from '../platform/needle'
import { listingOf, pageOf } from '../platform/pages'
import { getColumn, getOnlyValue, getRows, getTuple } from '../platform/sql'
import { type Db, type Raw, remembered } from '../platform/sqlite'
import { fold } from '../platform/text'
import { MINUTE } from '../platform/time'
import { isEnabled } from '../settings/settings'
import { OPERATOR_COMPANY } from '../tenancy/contract'
import { expedientOf, type UserOption, type UserSummary } from './contract'
import { plainEmail, requireFreeEmail } from './emails'
import { isOnDuty, weekOfUser } from './hours'
import { hasAllQueues } from './permissions'
import { type User, userQueues, users } from './tables'
import { seesUser } from './visibility'

export const ONLINE_FOR = 5 * MINUTE

export const { find: findUser, findOrFail: findUserOrFail } = finder(users, 'ERR_NO_USER_FOUND')

export const queueIdsOf = (db: Db, userId: number): number[] =>
  getColumn<number>(db, 'SELECT queue_id FROM user_queues WHERE user_id = ? ORDER BY queue_id', userId)

export const connectionIdsOf = (db: Db, userId: number): number[] =>
  getColumn<number>(db, 'SELECT connection_id FROM user_connections WHERE user_id = ? ORDER BY connection_id', userId)

/** Active users with access to a connection. */
export const listAccessTo = (db: Db, connectionId: number): { readonly id: number; readonly name: string }[] =>
  getRows<{ id: number; name: string }>(
    db,
    'SELECT u.id, u.name FROM user_connections c JOIN users u ON u.id = c.user_id WHERE c.connection_id = ? AND u.active = 1 ORDER BY u.id',
    connectionId,
  )

export type Rights = Pick<
  Actor,
  | 'name'
  | 'profile'
  | 'super'
  | 'allUserChat'
  | 'allowRealTime'
  | 'queueIds'
  | 'hiddenQueueIds'
  | 'connectionIds'
  | 'onlyKnownContacts'
  | 'support'
>

/** The user as an actor; undefined if unknown or inactive. */
export function findActor(
  db: Db,
  userId: number,
  tenant: { id: number; uuid: string },
  sessionId: string,
  isOverdue = false,
): Actor | undefined {
  const rights = findRights(db, userId)
  return rights && actorWith(rights, { userId, tenant, sessionId, isOverdue })
}

export const findRights = (db: Db, userId: number): Rights | undefined => rightsIn(db)(userId)

type SignedInAs = Pick<Actor, 'userId' | 'sessionId' | 'isOverdue'> & { readonly tenant: { id: number; uuid: string } }

export const actorWith = (rights: Rights, { tenant, userId, isOverdue, sessionId }: SignedInAs): Actor => ({
  ...rights,
  tenantId: tenant.id,
  tenantUuid: tenant.uuid,
  userId,
  super: isSuper(tenant.id, rights),
  isOverdue,
  sessionId,
})

/** Super users exist in company 1 only: the flag in another company's file, perhaps restored, counts for nothing. */
export const isSuper = (companyId: number, user: { readonly super: boolean }): boolean =>
  user.super && companyId === OPERATOR_COMPANY

/** Cached until a source table changes, because every request needs them. */
const rightsIn = (db: Db) =>
  getOrMake(kept, db.$client, () => remembered(db.$client, (userId: number) => readRights(db, userId), RIGHTS))
export const RIGHTS = ['users', 'user_queues', 'user_connections', 'queues', 'settings']
const kept = new WeakMap<Raw, (userId: number) => Rights | undefined>()

type RightsRow = [
  name: string,
  profile: Profile,
  superMark: number,
  allUserChat: number,
  allowRealTime: number,
  queueIds: string,
  connectionIds: string,
  support: number,
]

function readRights(db: Db, userId: number): Rights | undefined {
  const row = getTuple<RightsRow>(
    db,
    `SELECT u.name, u.profile, u.super, u.all_user_chat, u.allow_real_time, (SELECT json_group_array(queue_id) FROM user_queues WHERE user_id = u.id),
       (SELECT json_group_array(connection_id) FROM user_connections WHERE user_id = u.id), u.support FROM users u WHERE u.id = ? AND (u.active = 1 OR u.support = 1)`,
    userId,
  )
  if (!row) return undefined
  const [name, profile, superMark, allUserChat, allowRealTime, queueIds, connectionIds, support] = row
  const isLimited = profile !== 'admin' && isEnabled(db, 'restrictedChannels')
  return {
    name,
    profile,
    super: superMark === 1,
    allUserChat: allUserChat === 1,
    allowRealTime: allowRealTime === 1,
    queueIds: JSON.parse(queueIds) as number[], // an array of ids built by the statement
    hiddenQueueIds: hiddenQueuesOf(db, { id: userId, profile }),
    connectionIds: isLimited ? (JSON.parse(connectionIds) as number[]) : null, // likewise
    onlyKnownContacts: profile === 'user' && isEnabled(db, 'restrictedContactSearch'),
    ...(support === 1 && { support: true }),
  }
}

/** Restricted queues of which the user is not a member; none for admins. */
const hiddenQueuesOf = (db: Db, { id, profile }: Pick<User, 'id' | 'profile'>): number[] =>
  profile === 'admin'
    ? []
    : getColumn<number>(
        db,
        'SELECT id FROM queues WHERE is_restricted = 1 AND id NOT IN (SELECT queue_id FROM user_queues WHERE user_id = ?) ORDER BY id',
        id,
      )

/** Queues in which a user may have conversations; null for all. */
export function accessibleQueues(db: Db, user: Pick<User, 'id' | 'profile' | 'allUserChat'>): readonly number[] | null {
  if (!hasAllQueues(user)) return queueIdsOf(db, user.id)
  const hidden = hiddenQueuesOf(db, user)
  if (hidden.length === 0) return null
  return getColumn<number>(db, 'SELECT id FROM queues').filter((id) => !hidden.includes(id))
}

type Where = Pick<Cx, 'db' | 'tenant' | 'now'>

/** Users who are online. */
export const listOnline = (db: Db, now: number): number[] =>
  getColumn<number>(db, 'SELECT id FROM users WHERE left_at IS NULL AND last_seen_at > ?', now - ONLINE_FOR)

export const isOnline = ({ lastSeenAt, leftAt }: Pick<User, 'lastSeenAt' | 'leftAt'>, now: number) =>
  leftAt === null && lastSeenAt !== null && lastSeenAt > now - ONLINE_FOR

/** Whether the user can get distributed conversations: active, online, on duty, and not busy or away. */
export const isAvailable = (
  { tenant, now }: Pick<Cx, 'tenant' | 'now'>,
  user: Pick<User, 'active' | 'status' | 'lastSeenAt' | 'leftAt' | 'profile' | 'hours'>,
): boolean =>
  user.active && user.status === 'available' && isOnline(user, now()) && isOnDuty(user, tenant.timeZone, now())

export function summarizeUser({ db, tenant, now }: Where, user: User): UserSummary {
  const { id, name, email, profile, active, status, lastSeenAt, allUserChat, allowRealTime } = user
  return {
    id,
    name,
    email,
    profile,
    active,
    online: isOnline(user, now()),
    status,
    lastSeenAt: instantOrNull(lastSeenAt),
    queueIds: queueIdsOf(db, id),
    super: isSuper(tenant.id, user),
    allUserChat,
    allowRealTime,
    whatsappId: user.connectionId,
    conversationLimit: user.conversationLimit,
    farewellMessage: user.farewellMessage,
    connectionAccess: connectionIdsOf(db, id),
    ...expedientOf(weekOfUser(user)),
  }
}

/** Fails for deleted users and those the actor may not see. */
export function findUserSeen(db: Db, actor: Actor, id: number): User {
  const user = findUser(db, id)
  return user && user.deletedAt === null && seesUser(actor, user) ? user : fail('ERR_NO_USER_FOUND')
}

export const countOpenTickets = (db: Db, userId: number): number =>
  getOnlyValue<number>(db, "SELECT count(*) FROM tickets WHERE user_id = ? AND status = 'open'", userId)

/**
 * A page (40) of users visible to the actor, by name. `search` matches names and e-mails, ignoring case and accents.
 * Loads all, since a company has few users.
 */
export function listUsers(
  cx: Where,
  actor: Actor,
  { search, active, page }: { search: string; active: boolean | null; page: number },
) {
  const needle = needleOf(search)
  const found = cx.db
    .select()
    .from(users)
    .where(isNull(users.deletedAt))
    .all()
    .filter((user) => seesUser(actor, user))
    .map((user) => ({ user, folded: fold(user.name) }))
    .filter(({ user }) => active === null || user.active === active)
    .filter(({ user }) => fits(needle, user.name, user.email))
    .sort((a, b) => a.folded.localeCompare(b.folded) || a.user.id - b.user.id)
  const { rows, ...rest } = pageOf(listingOf(found), page)
  return { users: rows.map(({ user }) => summarizeUser(cx, user)), ...rest }
}

export const listActiveUsers = (db: Db): User[] =>
  db.select().from(users).where(eq(users.active, true)).orderBy(users.name).all()

export const listUserOptions = (db: Db, now: number): UserOption[] =>
  listActiveUsers(db).map((user) => optionOf(db, now, user))

export const optionOf = (db: Db, now: number, user: User): UserOption => ({
  id: user.id,
  name: user.name,
  profile: user.profile,
  online: isOnline(user, now),
  status: user.status,
  queueIds: queueIdsOf(db, user.id),
  allQueues: hasAllQueues(user),
  hiddenQueueIds: hiddenQueuesOf(db, user),
})

export type NewUser = {
  name: string
  email: string
  passwordHash: string
  profile: Profile
  super?: boolean
  queueIds?: readonly number[]
}

/** The e-mail must be the company's: see `changingEmail`. */
export function insertUser(db: Db, now: number, input: NewUser): User {
  const email = plainEmail(input.email)
  requireFreeEmail(db, email)
  const { name, passwordHash, profile } = input
  return db.transaction((tx) => {
    const made = tx
      .insert(users)
      .values({ name, email, passwordHash, profile, super: input.super ?? false, createdAt: now })
      .returning()
      .get()
    for (const queueId of input.queueIds ?? []) tx.insert(userQueues).values({ userId: made.id, queueId }).run()
    return made
  })
}

export function setPasswordHash(db: Db, userId: number, passwordHash: string) {
  db.update(users).set({ passwordHash }).where(eq(users.id, userId)).run()
}

/** Stores the minute of the last activity. Returns true if this brought the user online. */
export function noteSeen(cx: Cx, userId: number): boolean {
  const [now, user] = [cx.now(), findUser(cx.db, userId)]
  if (!user || (user.leftAt === null && Math.abs(now - (user.lastSeenAt ?? 0)) < MINUTE)) return false
  cx.transaction(({ db }) => db.update(users).set({ lastSeenAt: now, leftAt: null }).where(eq(users.id, userId)).run())
  return !isOnline(user, now)
}

export function setUserQueues(db: Db, userId: number, queueIds: readonly number[]) {
  db.transaction((tx) => {
    tx.delete(userQueues).where(eq(userQueues.userId, userId)).run()
    for (const queueId of queueIds) tx.insert(userQueues).values({ userId, queueId }).run()
  })
}

/** Active members of a queue. */
export const listMemberIds = (db: Db, queueId: number): number[] =>
  getColumn<number>(
    db,
    'SELECT u.id FROM user_queues q JOIN users u ON u.id = q.user_id WHERE q.queue_id = ? AND u.active = 1 ORDER BY u.id',
    queueId,
  )

export function setMembers(
  db: Db,
  queueId: number,
  { leave, join }: { leave: readonly number[]; join: readonly number[] },
) {
  for (const userId of leave)
    db.delete(userQueues)
      .where(and(eq(userQueues.userId, userId), eq(userQueues.queueId, queueId)))
      .run()
  for (const userId of join) db.insert(userQueues).values({ userId, queueId }).run()
}
