/** The user form's schema: the server's fields, with the week as one and the password typed twice. */
import * as v from 'valibot'
import { WeekHours } from '../../../src/hours/contract'
import { AutomaticText, Email, Id, list, Name, Password, text } from '../../../src/platform/formats'
import {
  anyTime,
  expedientOf,
  MOST_CONVERSATIONS,
  Profile,
  type UpdateUser,
  type UserSummary,
  weekOfExpedient,
} from '../../../src/users/contract'
import { changesOf } from '../../shared/form/changesOf'
import type { Form } from '../../shared/form/useForm'

const Ids = list(Id, { most: 1000 })
const invalid = 'form.invalid'

const fields = v.object({
  name: Name,
  email: Email,
  profile: Profile,
  whatsappId: v.nullable(Id),
  queueIds: Ids,
  /** As typed; empty for none. */
  conversationLimit: v.pipe(
    text(5, invalid),
    v.check((typed) => typed === '' || (/^[1-9]\d*$/.test(typed) && Number(typed) <= MOST_CONVERSATIONS), invalid),
  ),
  farewellMessage: AutomaticText,
  allUserChat: v.boolean(),
  allowRealTime: v.boolean(),
  hours: WeekHours,
  connectionAccess: Ids,
  password: text(50, 'form.password.long'),
  repeated: text(50),
  oldPassword: text(200),
})
export type UserValues = v.InferOutput<typeof fields>
export type UserFormState = Form<UserValues, UserValues>

/** Empty keeps the current one. */
const optional = v.pipe(
  text(50, 'form.password.long'),
  v.check((typed) => typed === '' || v.is(Password, typed), 'form.password.weak'),
)

export const formSchema = (isNew: boolean) =>
  v.pipe(
    v.object({ ...fields.entries, password: isNew ? Password : optional }),
    v.forward(
      v.partialCheck(
        [['password'], ['repeated']],
        ({ password, repeated }) => password === '' || repeated !== '',
        'form.password.repeat',
      ),
      ['repeated'],
    ),
    v.forward(
      v.partialCheck(
        [['password'], ['repeated']],
        ({ password, repeated }) => password === repeated,
        isNew ? 'users.form.mismatch' : 'directory.mismatch',
      ),
      ['repeated'],
    ),
  )

export const valuesOf = (user: UserSummary | undefined): UserValues => ({
  name: user?.name ?? '',
  email: user?.email ?? '',
  profile: user?.profile ?? 'user',
  whatsappId: user?.whatsappId ?? null,
  queueIds: [...(user?.queueIds ?? [])],
  conversationLimit: String(user?.conversationLimit ?? ''),
  farewellMessage: user?.farewellMessage ?? '',
  allUserChat: user?.allUserChat ?? false,
  allowRealTime: user?.allowRealTime ?? false,
  hours: user ? weekOfExpedient(user) : anyTime,
  connectionAccess: [...(user?.connectionAccess ?? [])],
  password: '',
  repeated: '',
  oldPassword: '',
})

/** The request body: only changed fields. */
export function changesIn(before: UserValues, values: UserValues): UpdateUser {
  const { hours, repeated, conversationLimit, ...rest } = changesOf(before, values)
  return {
    ...rest,
    ...(hours && expedientOf(hours)),
    ...(conversationLimit !== undefined && { conversationLimit: Number(conversationLimit) || null }),
  }
}
