import { useQueryClient } from '@tanstack/react-query'
import { countries, type Offer } from '../../../src/features/billing/contract'
import { OwnCompany } from '../../../src/operator/tenants/contract'
import { showDocument } from '../../../src/platform/document'
import { changesOf } from '../../shared/form/changesOf'
import { FormDialog } from '../../shared/form/FormDialog'
import { FormField } from '../../shared/form/FormField'
import { SelectField } from '../../shared/form/SelectField'
import { useForm } from '../../shared/form/useForm'
import { useText } from '../../shared/i18n/useText'
import { toast } from '../../shared/kit/toast'
import { useUser } from '../../shared/session/useUser'
import { changeOwnCompany, offerQuery } from './api'

/** A company's own admin changes its phone, document and billing data. */
export function PayerDialog({ payer, onClose }: { payer: Offer['payer']; onClose(): void }) {
  const t = useText()
  const queries = useQueryClient()
  const { id } = useUser().company
  const before = {
    billingName: payer.billingName,
    document: showDocument(payer.document),
    phone: payer.phone,
    billingZip: payer.zip,
    billingStreet: payer.street,
    billingDistrict: payer.district,
    billingCity: payer.city,
    billingState: payer.state,
    billingCountry: countries.find((one) => one === payer.country) ?? ('BR' as const),
  }
  const form = useForm(OwnCompany, before)
  const save = async (values: OwnCompany) => {
    await changeOwnCompany(id, changesOf({ ...before, document: payer.document }, values))
    await queries.invalidateQueries({ queryKey: offerQuery.queryKey })
    toast.success(t('billing.payer.saved'))
    onClose()
  }
  const label = (name: 'document' | 'zipcode' | 'address2' | 'district' | 'city' | 'state' | 'country') =>
    t(`billing.checkout.field.${name}`)
  return (
    <FormDialog
      form={form}
      title={t('billing.payer.title')}
      size="md"
      action={t('common.save')}
      isChanged={form.formState.isDirty}
      onSave={save}
      onClose={onClose}
    >
      <FormField form={form} name="billingName" label={t('billing.checkout.field.firstName')} optional />
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField form={form} name="document" label={label('document')} autoComplete="off" optional />
        <FormField form={form} name="phone" label={t('billing.payer.phone')} inputMode="tel" optional />
        <FormField form={form} name="billingZip" label={label('zipcode')} autoComplete="postal-code" optional />
        <FormField form={form} name="billingDistrict" label={label('district')} optional />
      </div>
      <FormField form={form} name="billingStreet" label={label('address2')} autoComplete="street-address" optional />
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField form={form} name="billingCity" label={label('city')} autoComplete="address-level2" optional />
        <FormField form={form} name="billingState" label={label('state')} autoComplete="address-level1" optional />
        <SelectField
          form={form}
          name="billingCountry"
          label={label('country')}
          options={countries.map((value) => ({ value, label: t(`billing.checkout.country.${value}`) }))}
        />
      </div>
    </FormDialog>
  )
}
