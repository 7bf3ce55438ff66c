import { countries, Payer, PayerDocument } from '../../../src/features/billing/contract'
import { FormField } from '../../shared/form/FormField'
import { SelectField } from '../../shared/form/SelectField'
import { useForm } from '../../shared/form/useForm'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'

type Props = {
  payer: Payer
  /** The provider asks for the document, and for nothing else. */
  isDocumentOnly: boolean
  onDone(payer: Partial<Payer>): void
}

export function PayerStep({ payer, isDocumentOnly, onDone }: Props) {
  return isDocumentOnly ? <DocumentForm payer={payer} onDone={onDone} /> : <PayerForm payer={payer} onDone={onDone} />
}

type FormProps = Omit<Props, 'isDocumentOnly'>

function DocumentForm({ payer: { firstName }, onDone }: FormProps) {
  const t = useText()
  const form = useForm(PayerDocument, { firstName, document: '' })
  return (
    <form
      className="grid gap-4 p-6 max-w-[44rem]"
      noValidate
      onSubmit={(event) => void form.handleSubmit(onDone)(event)}
    >
      <p className="text-sm text-muted">{t('billing.checkout.documentAlone')}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField form={form} name="firstName" label={t(labelKey('firstName'))} autoComplete="organization" />
        <FormField form={form} name="document" label={t(labelKey('document'))} autoComplete="off" />
      </div>
      <Button type="submit" tone="primary" className="justify-self-start">
        {t('billing.checkout.continue')}
      </Button>
    </form>
  )
}

function PayerForm({ payer, onDone }: FormProps) {
  const t = useText()
  const form = useForm(Payer, payer)
  const label = (name: Parameters<typeof labelKey>[0]) => t(labelKey(name))
  return (
    <form
      className="grid gap-4 p-6 max-w-[44rem]"
      noValidate
      onSubmit={(event) => void form.handleSubmit(onDone)(event)}
    >
      <FormField form={form} name="firstName" label={label('firstName')} autoComplete="organization" />
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField form={form} name="document" label={label('document')} optional />
        <FormField form={form} name="zipcode" label={label('zipcode')} autoComplete="postal-code" />
      </div>
      <FormField form={form} name="address2" label={label('address2')} autoComplete="street-address" />
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField form={form} name="district" label={label('district')} optional />
        <FormField form={form} name="city" label={label('city')} autoComplete="address-level2" />
        <FormField form={form} name="state" label={label('state')} autoComplete="address-level1" optional />
        <SelectField
          form={form}
          name="country"
          label={label('country')}
          options={countries.map((value) => ({ value, label: t(`billing.checkout.country.${value}`) }))}
        />
      </div>
      <Button type="submit" tone="primary" className="justify-self-start">
        {t('billing.checkout.continue')}
      </Button>
    </form>
  )
}

const labelKey = <N extends keyof Payer>(name: N) => `billing.checkout.field.${name}` as const
