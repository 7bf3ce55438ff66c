import { useController } from 'react-hook-form'
import type * as v from 'valibot'
import type { SignUp } from '../../../src/features/sign-up/contract'
import type { CompanyPlan } from '../../../src/tenancy/contract'
import type { Form } from '../../shared/form/useForm'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'

type Props = {
  form: Form<v.InferInput<typeof SignUp>, SignUp>
  plans: readonly CompanyPlan[]
}

/** The public plans as cards. The cheapest is preselected. */
export function PlanPick({ form, plans }: Props) {
  const t = useText()
  const format = useFormat()
  const { field } = useController({ control: form.control, name: 'planId' })
  const chosen = field.value ?? plans[0]?.id
  return (
    <fieldset>
      <legend className="text-sm font-medium mb-1.5">{t('signUp.plan')}</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-2">
        {plans.map(({ id, name, amount, users, connections }) => (
          <label key={id} className="choice-tight">
            <input
              className="absolute inset-0 opacity-[0] cursor-pointer size-full"
              type="radio"
              name={field.name}
              checked={id === chosen}
              onChange={() => field.onChange(id)}
              onBlur={field.onBlur}
            />
            <b className="font-semibold">{name}</b>
            <small>
              {amount === 0 ? t('signUp.free') : t('signUp.monthly', { price: format.money(Math.round(amount * 100)) })}
            </small>
            <small>{limitsText(users, connections)}</small>
          </label>
        ))}
      </div>
    </fieldset>
  )

  function limitsText(users: number | null, connections: number | null): string {
    const limits = [
      users !== null && t('signUp.users', { count: users }),
      connections !== null && t('signUp.connections', { count: connections }),
    ].filter((words) => words !== false)
    return limits.join(', ') || t('signUp.unlimited')
  }
}
