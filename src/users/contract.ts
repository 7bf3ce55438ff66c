/** User and sign-in schemas shared with the browser. */
import * as v from 'valibot'
import { ClockTime, type DayHours, Schedules, schedulesOf, usualWeek, type WeekHours, weekOf } from '../hours/contract'
import { defineEvent } from '../platform/events'
import { AutomaticText, Email, Id, Instant, list, Name, Password, text } from '../platform/formats'
import { CompanyPlan } from '../tenancy/contract'

export const profiles = ['admin', 'supervisor', 'user'] as const
export const Profile = v.picklist(profiles)

/** Status that users set themselves. Busy and away users get no distributed conversations. */
export const userStatuses = ['available', 'busy', 'away'] as const
export const UserStatus = v.picklist(userStatuses)
export type UserStatus = v.InferOutput<typeof UserStatus>

/** Working hours on the wire: the same every day (`startWork` to `endWork`), or per day. */
const Expedient = v.object({
  typeExpedient: v.picklist(['unique', 'expedientPerDay']),
  startWork: ClockTime,
  endWork: ClockTime,
  expedient: Schedules,
})
export type Expedient = v.InferOutput<typeof Expedient>

const allDay: DayHours = { from: '00:00', to: '23:59' }
/** Default working hours. */
export const anyTime: WeekHours = { ...usualWeek, same: true, every: allDay }
/** Whether these hours are unrestricted. */
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

/** Optional body of `POST /auth/refresh_token`. `browser` is a secret by which a browser may repeat the request. */
export const Refresh = v.object({ browser: v.optional(v.pipe(text(64), v.minLength(16))) })
export type Refresh = v.InferOutput<typeof Refresh>

/** The signed-in user, with everything the shell needs to render. */
export const SignedInUser = v.object({
  id: Id,
  name: v.string(),
  email: v.string(),
  profile: Profile,
  super: v.boolean(),
  /** A person of the operator, by consent of the company's admin. */
  support: v.optional(v.literal(true)),
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
    /** The due date has passed by the server's clock. Only sign-in, the own company and its invoices still work. */
    isOverdue: v.boolean(),
    timeZone: v.string(),
    language: v.string(),
    /** Plan features, for showing and hiding UI; null for all. */
    features: v.nullable(v.array(v.string())),
    plan: v.nullable(CompanyPlan),
    settings: v.array(v.object({ key: v.string(), value: v.string() })),
  }),
})
export type SignedInUser = v.InferOutput<typeof SignedInUser>

export const SignedIn = v.object({ token: v.string(), user: SignedInUser })
export type SignedIn = v.InferOutput<typeof SignedIn>

/** A row of the user list. */
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
  /** May open the real-time page. */
  allowRealTime: v.boolean(),
  /** Connection for their new conversations; null for the company's default. */
  whatsappId: v.nullable(Id),
  /** Maximum conversations distributed to them; null for the queue's limit. */
  conversationLimit: v.nullable(v.number()),
  /** Sent when they close a ticket; empty uses the connection's. */
  farewellMessage: v.string(),
  /** Connections they are limited to if the company restricts channels (`restrictedChannels`). */
  connectionAccess: v.array(Id),
  /** Working hours apply to profile user only. */
  ...Expedient.entries,
})
export type UserSummary = v.InferOutput<typeof UserSummary>

export const UserDetail = v.object({
  ...UserSummary.entries,
  /** Number of their open conversations. */
  openTickets: v.number(),
  /** Number of quick messages of their own, which are deleted with them. Admins do not see their texts; for others, 0. */
  privateQuickMessages: v.number(),
})
export type UserDetail = v.InferOutput<typeof UserDetail>

/** Maximum links per user. */
const MOST_LINKS = 1000
const Ids = list(Id, { most: MOST_LINKS })
export const MOST_CONVERSATIONS = 999

const details = v.partial(
  v.object({
    profile: Profile,
    active: v.boolean(),
    /** Only super users can set it. */
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
  /** Required to change one's own e-mail or password. */
  oldPassword: v.optional(text(200, 'form.password.long')),
})
export type UpdateUser = v.InferOutput<typeof UpdateUser>

/** A user's access to a connection, if the company restricts channels. */
export const UserAccess = v.object({ userId: Id, connectionId: Id })
export type UserAccess = v.InferOutput<typeof UserAccess>

export const UserPage = v.object({ users: v.array(UserSummary), hasMore: v.boolean(), count: v.number() })
/** For pickers (transfer, filters): active users, without e-mail addresses. */
export const UserOption = v.object({
  id: Id,
  name: v.string(),
  profile: Profile,
  online: v.boolean(),
  status: UserStatus,
  queueIds: v.array(Id),
  /** Has access to every queue except the hidden ones, even as a non-member. */
  allQueues: v.boolean(),
  /** Restricted queues they are not a member of. */
  hiddenQueueIds: v.array(Id),
})
export type UserOption = v.InferOutput<typeof UserOption>

/** A user's session was ended elsewhere. The login page shows `reason`. */
export const sessionEnded = defineEvent(
  'auth.logout',
  v.object({ userId: Id, sessionId: v.string(), reason: v.picklist(['elsewhere', 'revoked', 'blocked', 'expedient']) }),
  { whileOverdue: true },
)
/** Created, changed, online or offline. Sent to those who see the user list, and to the user. */
export const userUpdated = defineEvent('user.update', v.object({ user: UserSummary }))
/** Deleted, or no longer visible to the receiver. */
export const userDeleted = defineEvent('user.delete', v.object({ userId: Id }))
/** Like `user.update`, for pickers: sent to everybody, without e-mail. `person` null means no longer selectable. */
export const personUpdated = defineEvent('user.update.person', v.object({ userId: Id, person: v.nullable(UserOption) }))

/** The user's working hours have ended: when the server signs them out, and how many conversations they keep. */
export const shiftEnding = defineEvent(
  'expedient.update',
  v.object({ userId: Id, endsAt: Instant, openTickets: v.number() }),
)
/** Cancels `shiftEnding`. */
export const shiftGoesOn = defineEvent('expedient.delete', v.object({ userId: Id }))

/** What a token of the external API may do: send messages, read the status of its sends, check numbers. */
export const apiScopes = ['send', 'status', 'check'] as const
