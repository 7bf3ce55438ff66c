import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import type { InstallationUpdate } from '../../../../src/operator/update/contract'
import { operatorSettings } from '../../../../src/settings/operator/contract'
import { FormField } from '../../../shared/form/FormField'
import { showFieldFailures, useForm } from '../../../shared/form/useForm'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { toast } from '../../../shared/kit/toast'
import { changeUpdateAddress, lookForUpdate, updateQuery } from './api'

const Fields = v.object({
  updateAddress: v.pipe(operatorSettings.updateAddress.schema, v.minLength(1, 'form.required')),
})

/** The one field that is missing. */
export function UpdateAddress({ data }: { data: InstallationUpdate }) {
  const t = useText()
  const queries = useQueryClient()
  const form = useForm(Fields, { updateAddress: data.address })
  const save = useMutation({
    mutationFn: async ({ updateAddress }: v.InferOutput<typeof Fields>) => {
      await changeUpdateAddress(updateAddress)
      return lookForUpdate()
    },
    onSuccess: (fresh) => queries.setQueryData(updateQuery.queryKey, fresh),
    onError: (failure) => showFieldFailures(form, failure) || toast.failure(failure),
  })
  return (
    <form className="install-part" onSubmit={form.handleSubmit((values) => save.mutate(values))} noValidate>
      <div className="max-w-120">
        <FormField
          form={form}
          name="updateAddress"
          type="url"
          label={t('installationUpdate.address')}
          autoComplete="off"
          spellCheck={false}
          placeholder="https://example.com/balcao"
        />
      </div>
      <div>
        <Button type="submit" tone="primary" busy={save.isPending}>
          {t('installationUpdate.save')}
        </Button>
      </div>
    </form>
  )
}
