/** People and sign-in, as the browser knows them. */
import * as v from 'valibot'
import { defineEvent } from '../platform/events'
import { Email, Id, Instant, text } from '../platform/formats'

export const Profile = v.picklist(['admin', 'supervisor', 'user'])

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
  companyId: Id,
  queueIds: v.array(Id),
  company: v.object({
    id: Id,
    uuidCompany: v.string(),
    name: v.string(),
    dueDate: Instant,
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
  queueIds: v.array(Id),
  super: v.boolean(),
  allUserChat: v.boolean(),
  /** Sent when they close a ticket; empty: the connection's. */
  farewellMessage: v.string(),
  /** The connections they are limited to, where the company restricts channels (`restrictedChannels`). */
  connectionAccess: v.array(Id),
})
export type UserSummary = v.InferOutput<typeof UserSummary>

export const UserPage = v.object({ users: v.array(UserSummary), hasMore: v.boolean(), count: v.number() })
/** For pickers (transfer, filters): every active person, without e-mail addresses. */
export const UserOption = v.object({
  id: Id,
  name: v.string(),
  online: v.boolean(),
  queueIds: v.array(Id),
  /** Has access to every queue, in it or not. */
  allQueues: v.boolean(),
})
export type UserOption = v.InferOutput<typeof UserOption>

/** A person's session was ended elsewhere: `reason` says why, for the notice on the login page. */
export const sessionEnded = defineEvent(
  'auth.logout',
  v.object({ userId: Id, sessionId: v.string(), reason: v.picklist(['elsewhere', 'revoked', 'blocked']) }),
)
export const userUpdated = defineEvent('user.update', v.object({ user: UserSummary }))
