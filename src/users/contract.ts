/** People and sign-in, as the browser knows them. */
import * as v from 'valibot'
import { ClockTime, type DayHours, Schedules, schedulesOf, usualWeek, type WeekHours, weekOf } from '../hours/contract'
import { defineEvent } from '../platform/events'
import { AutomaticText, Email, Id, Instant, list, Name, Password, text } from '../platform/formats'

export const profiles = ['admin', 'supervisor', 'user'] as const
export const Profile = v.picklist(profiles)

/** What a person says of themselves; to who is busy or away no conversations are distributed. */
export const userStatuses = ['available', 'busy', 'away'] as const
export const UserStatus = v.picklist(userStatuses)
export type UserStatus = v.InferOutput<typeof UserStatus>

/** Working hours on the wire: the same every day (`startWork` to `endWork`), or each day for itself. */
const Expedient = v.object({
  typeExpedient: v.picklist(['unique', 'expedientPerDay']),
  startWork: ClockTime,
  endWork: ClockTime,
  expedient: Schedules,
})
export type Expedient = v.InferOutput<typeof Expedient>

const allDay: DayHours = { from: '00:00', to: '23:59' }
/** Until somebody says otherwise. */
export const anyTime: WeekHours = { ...usualWeek, same: true, every: allDay }
/** Whether the hours limit nobody. */
export const isAnyTime = ({ typeExpedient, startWork, endWork }: Expedient): boolean =>
  typeExpedient === 'unique' && startWork === allDay.from && endWork === allDay.to

export const expedientOf = (week: WeekHours): Expedient => ({
  typeExpedient: week.same ? 'unique' : 'expedientPerDay',
  startWork: week.every.from,
  endWork: week.every.to,
  expedient: schedulesOf({ ...week, same: false }),
})
export const weekOfExpedient = ({ typeExpedient, startWork, endWork, expedient }: Expedient): WeekHours => ({
  ...weekOf(expedient),
  same: typeExpedient === 'unique',
  every: { from: startWork, to: endWork },
})

export const Credentials = v.object({
  email: Email,
  password: v.pipe(text(200, 'form.password.long'), v.minLength(1, 'form.required')),
})
export type Credentials = v.InferOutput<typeof Credentials>

/**
 * Body of `POST /auth/refresh_token`, which may be missing. `browser` is the word that allows a browser to repeat a
 * request.
 */
export const Refresh = v.object({ browser: v.optional(v.pipe(text(64), v.minLength(16))) })
export type Refresh = v.InferOutput<typeof Refresh>

/** The signed-in person, with everything the shell needs to render. */
export const SignedInUser = v.object({
  id: Id,
  name: v.string(),
  email: v.string(),
  profile: Profile,
  super: v.boolean(),
  allUserChat: v.boolean(),
  allowRealTime: v.boolean(),
  status: UserStatus,
  companyId: Id,
  queueIds: v.array(Id),
  whatsappId: v.nullable(Id),
  farewellMessage: v.string(),
  connectionAccess: v.array(Id),
  ...Expedient.entries,
  company: v.object({
    id: Id,
    uuidCompany: v.string(),
    name: v.string(),
    dueDate: Instant,
    /** The due date has passed by the server's clock: it serves sign-in, the own company and its bills alone. */
    isOverdue: v.boolean(),
    timeZone: v.string(),
    language: v.string(),
    /** Of the company's plan, for showing and hiding; null: all of them. */
    features: v.nullable(v.array(v.string())),
    settings: v.array(v.object({ key: v.string(), value: v.string() })),
  }),
})
export type SignedInUser = v.InferOutput<typeof SignedInUser>

export const SignedIn = v.object({ token: v.string(), user: SignedInUser })
export type SignedIn = v.InferOutput<typeof SignedIn>

/** One row of the people of a company. */
export const UserSummary = v.object({
  id: Id,
  name: v.string(),
  email: v.string(),
  profile: Profile,
  active: v.boolean(),
  online: v.boolean(),
  status: UserStatus,
  lastSeenAt: v.nullable(Instant),
  queueIds: v.array(Id),
  super: v.boolean(),
  allUserChat: v.boolean(),
  /** Sees the page of what goes on at this moment. */
  allowRealTime: v.boolean(),
  /** The connection that their new conversations go over; null: the company's default. */
  whatsappId: v.nullable(Id),
  /** How many conversations are distributed to them at most; null: what their queue says. */
  conversationLimit: v.nullable(v.number()),
  /** Sent when they close a ticket; empty: the connection's. */
  farewellMessage: v.string(),
  /** The connections they are limited to, where the company restricts channels (`restrictedChannels`). */
  connectionAccess: v.array(Id),
  /** They bind profile user alone. */
  ...Expedient.entries,
})
export type UserSummary = v.InferOutput<typeof UserSummary>

export const UserDetail = v.object({
  ...UserSummary.entries,
  /** How many conversations are open with them. */
  openTickets: v.number(),
})
export type UserDetail = v.InferOutput<typeof UserDetail>

/** Of one person. */
const MOST_LINKS = 1000
const Ids = list(Id, { most: MOST_LINKS })
export const MOST_CONVERSATIONS = 999

const details = v.partial(
  v.object({
    profile: Profile,
    active: v.boolean(),
    /** Only by those who are it themselves. */
    super: v.boolean(),
    queueIds: Ids,
    whatsappId: v.nullable(Id),
    conversationLimit: v.nullable(
      v.pipe(
        v.number('form.invalid'),
        v.integer('form.invalid'),
        v.minValue(1, 'form.invalid'),
        v.maxValue(MOST_CONVERSATIONS, 'form.invalid'),
      ),
    ),
    farewellMessage: AutomaticText,
    allUserChat: v.boolean(),
    allowRealTime: v.boolean(),
    connectionAccess: Ids,
    ...Expedient.entries,
  }),
)

export const CreateUser = v.object({ name: Name, email: Email, password: Password, ...details.entries })
export type CreateUser = v.InferOutput<typeof CreateUser>

export const UpdateUser = v.object({
  ...v.partial(v.object({ name: Name, email: Email, password: Password, status: UserStatus })).entries,
  ...details.entries,
  /** With one's own e-mail or password. */
  oldPassword: v.optional(text(200, 'form.password.long')),
})
export type UpdateUser = v.InferOutput<typeof UpdateUser>

/** That a person may use a connection, where the company restricts channels. */
export const UserAccess = v.object({ userId: Id, connectionId: Id })
export type UserAccess = v.InferOutput<typeof UserAccess>

export const UserPage = v.object({ users: v.array(UserSummary), hasMore: v.boolean(), count: v.number() })
/** For pickers (transfer, filters): every active person, without e-mail addresses. */
export const UserOption = v.object({
  id: Id,
  name: v.string(),
  profile: Profile,
  online: v.boolean(),
  status: UserStatus,
  queueIds: v.array(Id),
  /** Has access to every queue but the hidden ones, a member or not. */
  allQueues: v.boolean(),
  /** Restricted queues they are not a member of. */
  hiddenQueueIds: v.array(Id),
})
export type UserOption = v.InferOutput<typeof UserOption>

/** A person's session was ended elsewhere: `reason` says why, for the notice on the login page. */
export const sessionEnded = defineEvent(
  'auth.logout',
  v.object({ userId: Id, sessionId: v.string(), reason: v.picklist(['elsewhere', 'revoked', 'blocked', 'expedient']) }),
  { whileOverdue: true },
)
/** Created, changed, come online or gone; to those who see the list of people, and to the person. */
export const userUpdated = defineEvent('user.update', v.object({ user: UserSummary }))
/** Deleted, or out of the listener's sight. */
export const userDeleted = defineEvent('user.delete', v.object({ userId: Id }))
/** The same for pickers, to everybody and without addresses; null: can be chosen no longer. */
export const personUpdated = defineEvent('user.update.person', v.object({ userId: Id, person: v.nullable(UserOption) }))

/** The person's working hours are over: when the server signs them out, and how many conversations stay with them. */
export const shiftEnding = defineEvent(
  'expedient.update',
  v.object({ userId: Id, endsAt: Instant, openTickets: v.number() }),
)
/** They are not over after all. */
export const shiftGoesOn = defineEvent('expedient.delete', v.object({ userId: Id }))
