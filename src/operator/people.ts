/** Operator actions on users of any company: create, list, change password. The e-mail identifies the company. */
import { isNull } from 'drizzle-orm'
import * as v from 'valibot'
import type { Profile } from '../actor'
import { changesBetween, recordOperatorAct } from '../audit/record'
import { fail } from '../errors'
import type { Databases } from '../platform/databases'
import { Email, Name, Password } from '../platform/formats'
import { findCompanyOrFail, tenantOf } from '../tenancy/companies'
import { requireRoom } from '../tenancy/limits'
import type { Company } from '../tenancy/tables'
import { textsIn } from '../texts/texts'
import { changingEmail, findLogin } from '../users/emails'
import { endSessionsOf } from '../users/ending'
import { hashPassword, inventPassword } from '../users/password'
import { insertUser, setPasswordHash } from '../users/people'
import { type User, users } from '../users/tables'
import { commandStores } from './claims'

export type NewUserInput = {
  readonly companyId: number
  readonly name: string
  readonly email: string
  readonly profile: Profile
  /** Null generates one. */
  readonly password: string | null
}

/** `password` is set only if it was generated here. It is shown once and stored nowhere. */
export type MadeUser = { readonly user: User; readonly company: Company; readonly password: string | null }

export async function createUser(databases: Databases, now: number, input: NewUserInput): Promise<MadeUser> {
  const { name, email } = checked({ name: input.name, email: input.email, password: input.password })
  const company = findCompanyOrFail(databases.control, input.companyId)
  const { passwordHash, invented } = await passwordOf(input.password)
  const db = databases.tenant(company.uuid)
  const tenant = tenantOf(company)
  const insert = () => {
    requireRoom({ db, tenant }, 'users')
    return insertUser(db, now, { name, email, passwordHash, profile: input.profile })
  }
  const { claims } = commandStores(databases, now)
  const work = () => db.$client.transaction(insert).immediate()
  const user = await changingEmail(claims, { tenant }, () => ({ takes: email, work }))
  recordOperatorAct(() => databases.tenant(company.uuid), now, {
    kind: 'user',
    act: 'create',
    subject: user,
    changes: changesBetween<object>({}, { name, email, profile: input.profile }),
  })
  return { user, company, password: invented }
}

type ChangedPassword = {
  readonly email: string
  /** Fails with ERR_NO_USER_FOUND if the user is of another company. */
  readonly companyId?: number | undefined
  /** Null generates one. */
  readonly password: string | null
}

/** Ends all sessions of the user. */
export async function changePassword(
  databases: Databases,
  now: number,
  { email, companyId, password }: ChangedPassword,
): Promise<MadeUser> {
  checked({ name: 'unchanged', email, password })
  const found = (await findLogin(commandStores(databases, now), email)) ?? fail('ERR_NO_USER_FOUND')
  if (companyId !== undefined && companyId !== found.company.id) fail('ERR_NO_USER_FOUND')
  const { passwordHash, invented } = await passwordOf(password)
  const { user, company } = found
  const db = databases.tenant(company.uuid)
  db.$client
    .transaction(() => {
      setPasswordHash(db, user.id, passwordHash)
      endSessionsOf(databases, now, { companyId: company.id, userId: user.id }, 'revoked')
    })
    .immediate()
  recordOperatorAct(() => db, now, {
    kind: 'user',
    act: 'update',
    subject: user,
    changes: [{ field: 'password', from: null, to: 'set' }],
  })
  return { ...found, password: invented }
}

export function listPeople(databases: Databases, company: Company): User[] {
  return databases.tenant(company.uuid).select().from(users).where(isNull(users.deletedAt)).orderBy(users.name).all()
}

async function passwordOf(given: string | null) {
  const password = given ?? inventPassword()
  return { passwordHash: await hashPassword(password), invented: given === null ? password : null }
}

const Person = v.object({ name: Name, email: Email, password: v.nullable(Password) })

/** Validates as the screens do, and reports all faults at once. */
export function checked(person: v.InferInput<typeof Person>): v.InferOutput<typeof Person> {
  const parsed = v.safeParse(Person, person)
  if (parsed.success) return parsed.output
  const words = textsIn('en').form
  return fail(
    'ERR_INVALID_INPUT',
    parsed.issues.map((issue) => ({
      field: v.getDotPath(issue) ?? '',
      message: issue.message in words ? words[issue.message as keyof typeof words] : issue.message, // looked up just before
    })),
  )
}
