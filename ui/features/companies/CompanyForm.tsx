import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import * as v from 'valibot'
import {
  type CompanyRow,
  CreateCompany,
  companyLanguages,
  OwnCompany,
  RecurrenceWord,
  recurrences,
} from '../../../src/operator/tenants/contract'
import { showDocument } from '../../../src/platform/document'
import { Email, Name, Password } from '../../../src/platform/formats'
import { OPERATOR_COMPANY } from '../../../src/tenancy/contract'
import { changesOf } from '../../shared/form/changesOf'
import { DateField } from '../../shared/form/DateField'
import { FormDialog } from '../../shared/form/FormDialog'
import { FormField } from '../../shared/form/FormField'
import { SelectField } from '../../shared/form/SelectField'
import { type Form, useForm } from '../../shared/form/useForm'
import { languageNames } from '../../shared/i18n/languages'
import { useText } from '../../shared/i18n/useText'
import { zoneOptions } from '../../shared/i18n/zoneOptions'
import { Button } from '../../shared/kit/Button'
import { toast } from '../../shared/kit/toast'
import { useCrud } from '../../shared/live/useCrud'
import { ApiError } from '../../shared/session/failure'
import { useUser } from '../../shared/session/useUser'
import { plans } from '../plans/api'
import { ExcessNotes, StopNotes } from '../plans/ExcessNotes'
import { excessOf, stopsOf } from '../plans/spec'
import { companies, usageQuery } from './api'
import { dueDayOf } from './spec'

const own = v.required(OwnCompany).entries
const shared = {
  ...own,
  name: Name,
  email: Email,
  dueDate: v.nullable(v.string()),
  recurrence: RecurrenceWord,
  paymentMethod: v.pipe(v.string(), v.maxLength(40, 'form.text.long')),
}
const noPassword = v.string()
/** The plan may be missing only where it already is. */
const OldValues = v.object({ ...shared, planId: v.nullable(v.number()), adminName: noPassword, password: noPassword })
const NewValues = v.object({
  ...shared,
  planId: CreateCompany.entries.planId,
  adminName: Name,
  password: Password,
})
type Values = v.InferOutput<typeof OldValues>
type Typed = v.InferInput<typeof OldValues>
type FormOf = Form<Typed, Values>

type Props = {
  /** Omitted for a new one. */
  edited?: CompanyRow
  onClose(): void
}

export function CompanyForm({ edited, onClose }: Props) {
  const t = useText()
  const { company } = useUser()
  const { create, update } = useCrud(companies)
  const [before] = useState(() => valuesOf(edited, company.timeZone))
  const form = useForm<Typed, Values>(edited ? OldValues : NewValues, before)

  async function save(values: Values) {
    const { adminName, password, ...fields } = values
    if (edited) {
      const { adminName: _, password: __, ...known } = before
      // Shown with its marks, stored without.
      await update(edited.id, changesOf({ ...known, document: edited.document }, fields))
    } else await create({ ...fields, adminName, password, planId: fields.planId ?? 0 }) // demanded by the schema
    toast.success(edited ? t('companies.form.saved') : t('companies.form.created', fields))
    onClose()
  }

  return (
    <FormDialog
      form={form}
      title={edited ? t('companies.form.edit', edited) : t('companies.new')}
      size="lg"
      action={t(edited ? 'common.save' : 'companies.form.createIt')}
      onSave={save}
      onClose={onClose}
      whyNot={(failure) => (isUnexpected(failure) ? t('companies.form.notSaved') : undefined)}
      tabs={[
        {
          id: 'general',
          label: t('companies.tab.general'),
          fields: ['name', 'email', 'phone', 'document', 'planId', 'dueDate', 'recurrence', 'adminName', 'password'],
          content: <General form={form} edited={edited} />,
        },
        {
          id: 'billing',
          label: t('companies.form.billing'),
          fields: ['billingName', 'billingZip', 'billingStreet', 'billingDistrict', 'billingCity', 'billingState'],
          content: <Billing form={form} />,
        },
      ]}
    />
  )
}

function General({ form, edited }: { form: FormOf; edited: CompanyRow | undefined }) {
  const t = useText()
  const offered = useQuery(plans.list()).data ?? []
  const planId = useWatch({ control: form.control, name: 'planId' })
  const isOperator = edited?.id === OPERATOR_COMPANY
  const plan = offered.find(({ id }) => id === planId)
  const isChanged = edited !== undefined && plan !== undefined && plan.id !== edited.planId
  const planned = useQuery({ ...usageQuery(edited?.id ?? 0), enabled: isChanged }).data?.planned ?? null
  const [present] = useState(() => form.getValues('timeZone'))
  const zones = useMemo(() => zoneOptions(present, t.language), [present, t.language])
  const [generated, setGenerated] = useState<string | null>(null)
  const generate = () => {
    const password = generatedPassword()
    form.setValue('password', password, { shouldDirty: true, shouldValidate: true })
    setGenerated(password)
  }
  const choices = offered.filter(({ companyId }) => companyId === null || companyId === edited?.id)
  return (
    <div className="grid grid-cols-2 gap-4 items-start max-md:grid-cols-1">
      <FormField form={form} name="name" label={t('companies.form.name')} maxLength={50} autoComplete="off" autoFocus />
      <FormField form={form} name="email" label={t('companies.form.email')} inputMode="email" autoComplete="off" />
      <FormField
        form={form}
        name="phone"
        label={t('companies.form.phone')}
        inputMode="tel"
        autoComplete="off"
        optional
      />
      <FormField form={form} name="document" label={t('companies.form.document')} autoComplete="off" optional />
      {!edited && (
        <>
          <FormField form={form} name="adminName" label={t('companies.form.adminName')} autoComplete="off" />
          <FormField
            form={form}
            name="password"
            label={t('companies.form.password')}
            hint={generated ? t('companies.form.generated', { password: generated }) : t('companies.form.passwordHint')}
            aside={
              // The focus stays: an error that appears under the field left would move the button away from the pointer.
              <Button
                size="xs"
                tone="ghost"
                className="-my-1"
                onMouseDown={(event) => event.preventDefault()}
                onClick={generate}
              >
                {t('companies.form.generate')}
              </Button>
            }
            type="password"
            autoComplete="new-password"
          />
        </>
      )}
      <SelectField
        form={form}
        name="planId"
        label={t('companies.column.plan')}
        {...(isChanged && { hint: t('companies.form.planReprices') })}
        none={edited?.planId === null ? t('companies.noPlan') : t('companies.form.choosePlan')}
        options={choices.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <SelectField
        form={form}
        name="recurrence"
        label={t('companies.form.recurrence')}
        options={recurrences.map((value) => ({ value, label: t(`companies.recurrence.${value}`) }))}
      />
      {!isOperator && (
        <DateField
          form={form}
          name="dueDate"
          label={t('companies.column.due')}
          hint={t(edited ? 'companies.form.given' : 'companies.form.dueHint')}
        />
      )}
      <FormField form={form} name="paymentMethod" label={t('companies.form.payment')} autoComplete="off" optional />
      <div className="col-span-full">
        <SelectField form={form} name="timeZone" label={t('companies.form.timeZone')} options={zones} />
      </div>
      <SelectField
        form={form}
        name="language"
        label={t('companies.form.language')}
        options={companyLanguages.map((value) => ({ value, label: languageNames[value] }))}
      />
      {isChanged && (
        <div className="col-span-full grid gap-2">
          <ExcessNotes excess={excessOf([{ name: edited.name, used: edited.used ?? null }], plan)} />
          <StopNotes stops={stopsOf([{ name: edited.name, planned }], edited.plan, plan)} />
        </div>
      )}
    </div>
  )
}

function Billing({ form }: { form: FormOf }) {
  const t = useText()
  return (
    <div className="grid grid-cols-2 gap-4 items-start max-md:grid-cols-1">
      <FormField form={form} name="billingName" label={t('companies.billing.name')} autoComplete="off" optional />
      <FormField form={form} name="billingZip" label={t('companies.billing.zip')} autoComplete="off" optional />
      <FormField form={form} name="billingStreet" label={t('companies.billing.street')} autoComplete="off" optional />
      <FormField
        form={form}
        name="billingDistrict"
        label={t('companies.billing.district')}
        autoComplete="off"
        optional
      />
      <FormField form={form} name="billingCity" label={t('companies.billing.city')} autoComplete="off" optional />
      <FormField form={form} name="billingState" label={t('companies.billing.state')} autoComplete="off" optional />
      <SelectField
        form={form}
        name="billingCountry"
        label={t('companies.billing.country')}
        options={[
          { value: 'BR', label: 'Brasil' },
          { value: 'US', label: 'United States' },
        ]}
      />
    </div>
  )
}

const isUnexpected = (failure: unknown) => !(failure instanceof ApiError) || failure.status >= 500

/** Long enough to be kept, with each kind of sign that a password needs. */
function generatedPassword(): string {
  const signs = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
  const drawn = crypto.getRandomValues(new Uint32Array(12))
  const word = Array.from(drawn, (n) => signs[n % signs.length]).join('')
  return /[a-z]/.test(word) && /[A-Z]/.test(word) && /\d/.test(word) ? word : generatedPassword()
}

const countryOf = (code: string | undefined) => (code === 'US' ? 'US' : 'BR')

function valuesOf(edited: CompanyRow | undefined, timeZone: string): Typed {
  return {
    name: edited?.name ?? '',
    email: edited?.email ?? '',
    phone: edited?.phone ?? '',
    document: showDocument(edited?.document ?? ''),
    planId: edited?.planId ?? null,
    dueDate: edited ? dueDayOf(edited) : null,
    recurrence: edited?.recurrence ?? 'MENSAL',
    paymentMethod: edited?.paymentMethod ?? '',
    billingName: edited?.billingName ?? '',
    billingZip: edited?.billingZip ?? '',
    billingStreet: edited?.billingStreet ?? '',
    billingDistrict: edited?.billingDistrict ?? '',
    billingCity: edited?.billingCity ?? '',
    billingState: edited?.billingState ?? '',
    billingCountry: countryOf(edited?.billingCountry),
    timeZone: edited?.timeZone ?? timeZone,
    language: companyLanguages.find((one) => one === edited?.language) ?? 'pt-BR',
    adminName: '',
    password: '',
  }
}
