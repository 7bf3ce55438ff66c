/**
 * State and submission of the sign-in form. Written by hand, because `useForm` would take a tenth of this page's size budget
 * for two fields. It validates with the contract's schema all the same.
 */
import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import * as v from 'valibot'
import { Credentials } from '../../../src/users/contract'
import { errorText } from '../../shared/errorText'
import type { Text } from '../../shared/i18n/translate'
import { useText } from '../../shared/i18n/useText'
import { signIn } from '../../shared/session/access'
import { ApiError } from '../../shared/session/failure'

type Field = keyof Credentials
/** Messages beside the fields, or above the form. */
export type Faults = { [F in Field | 'whole']?: string | undefined }

export function useSignIn(to: string | undefined) {
  const t = useText()
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  const [faults, setFaults] = useState<Faults>({})

  const refuse = (form: HTMLFormElement, why: Faults) => {
    setFaults(why)
    const first = why.email ? 'email' : why.password ? 'password' : null
    if (first) form.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (busy) return
    const typed = v.safeParse(Credentials, Object.fromEntries(new FormData(form)))
    if (!typed.success) return refuse(form, faultsOfInput(t, typed.issues))
    setFaults({})
    setBusy(true)
    try {
      await signIn(typed.output)
      await router.navigate({ href: to ?? '/tickets' })
    } catch (failure) {
      setBusy(false)
      refuse(form, faultsOfAnswer(t, failure))
    }
  }
  /** A field's message disappears when the field is changed. */
  const changed = (field: Field) => setFaults((now) => (now[field] ? { ...now, [field]: undefined } : now))
  return { submit, changed, busy, faults }
}

type Issues = Extract<v.SafeParseResult<typeof Credentials>, { success: false }>['issues']

function faultsOfInput(t: Text, issues: Issues): Faults {
  const { nested = {} } = v.flatten<typeof Credentials>(issues)
  const words = (hint: string | undefined) => hint && (t.find(hint) ?? t('form.invalid'))
  return { email: words(nested.email?.[0]), password: words(nested.password?.[0]) }
}

/** Wrong credentials are shown at the password; other errors belong to no field. */
function faultsOfAnswer(t: Text, failure: unknown): Faults {
  const words = errorText(t, failure)
  return failure instanceof ApiError && failure.code === 'ERR_INVALID_CREDENTIALS'
    ? { password: words }
    : { whole: words }
}
