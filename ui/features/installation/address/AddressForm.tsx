import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Lock, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type * as v from 'valibot'
import type { AddressKind } from '../../../../src/operator/certificates/contract'
import {
  ChangeAddress,
  type InstallationAddress,
  type NewAddress,
} from '../../../../src/operator/certificates/contract'
import { FormField } from '../../../shared/form/FormField'
import { type Form, showFieldFailures, useForm } from '../../../shared/form/useForm'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { Note } from '../../../shared/kit/Note'
import { Segment } from '../../../shared/kit/Segment'
import { toast } from '../../../shared/kit/toast'
import { addressQuery, changeAddress } from '../api'

const order: readonly AddressKind[] = ['domain', 'ip', 'files', 'proxy']

/** How people reach the installation. A change is saved by a button, because it takes effect at once for everybody. */
export function AddressForm({ data }: { data: InstallationAddress }) {
  const t = useText()
  const queries = useQueryClient()
  const [kind, setKind] = useState<AddressKind>(data.kind)
  const [firstAddress] = data.addresses
  const form = useForm(ChangeAddress, {
    kind: data.kind,
    domain: data.name,
    acmeEmail: data.email,
    tlsCert: data.tlsCert,
    tlsKey: data.tlsKey,
  })
  const save = useMutation({
    mutationFn: changeAddress,
    onSuccess: (fresh) => {
      queries.setQueryData(addressQuery.queryKey, fresh)
      toast.success(t('installation.saved'))
    },
    onError: (failure) => showFieldFailures(form, failure) || toast.failure(failure),
  })
  const select = (next: AddressKind) => {
    setKind(next)
    form.setValue('kind', next)
    // A domain is no address, and an address no domain.
    form.setValue('domain', next === data.kind ? data.name : next === 'ip' ? (firstAddress ?? '') : '')
    form.clearErrors()
  }
  const isChanged = kind !== data.kind || form.formState.isDirty
  return (
    <form className="install-part" onSubmit={form.handleSubmit((values) => save.mutate(values))} noValidate>
      <div className="flex items-center gap-4 flex-wrap">
        <h2 className="font-semibold">{t('installation.ways')}</h2>
        <Segment
          label={t('installation.ways')}
          value={kind}
          onChange={select}
          items={order.map((id) => ({ id, label: t(`installation.kind.${id}`) }))}
          className="max-sm:flex-wrap"
        />
      </div>
      {data.isFixed && (
        <span className="inline-flex items-center gap-1.5 text-xs text-faint icons:size-3.5">
          <Lock />
          {t('installation.byEnvironment', { variable: data.kind === 'files' ? 'BALCAO_TLS_CERT' : 'BALCAO_DOMAIN' })}
        </span>
      )}
      {kind === 'ip' && <Note icon={<TriangleAlert />}>{t('installation.ipNote')}</Note>}
      {kind === 'proxy' && <p className="text-sm text-muted">{t('installation.proxyNote')}</p>}
      {kind !== 'proxy' && (
        <fieldset disabled={data.isFixed} className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
          <NameField form={form} kind={kind} address={firstAddress} />
          {kind === 'files' ? (
            <FileFields form={form} />
          ) : (
            <FormField
              form={form}
              name="acmeEmail"
              type="email"
              label={t('installation.email')}
              hint={t('installation.emailHint')}
            />
          )}
        </fieldset>
      )}
      {isChanged && !data.isFixed && (
        <div>
          <Button type="submit" tone="primary" busy={save.isPending}>
            {t(kind === 'domain' || kind === 'ip' ? 'installation.save' : 'installation.savePlain')}
          </Button>
        </div>
      )}
    </form>
  )
}

type FieldsProps = { form: Form<NewAddress, v.InferOutput<typeof ChangeAddress>> }

function NameField({ form, kind, address }: FieldsProps & { kind: AddressKind; address: string | undefined }) {
  const t = useText()
  const hint =
    kind === 'files'
      ? t('installation.domainFilesHint')
      : kind === 'ip'
        ? t('installation.ipHint')
        : address
          ? t('installation.domainHint', { address })
          : t('installation.domainHintPlain')
  const label = kind === 'files' ? 'domainFiles' : kind === 'ip' ? 'ip' : 'domain'
  return (
    <FormField
      form={form}
      name="domain"
      label={t(`installation.${label}`)}
      hint={hint}
      autoComplete="off"
      spellCheck={false}
      placeholder={kind === 'ip' ? '203.0.113.41' : 'atende.example.com'}
    />
  )
}

function FileFields({ form }: FieldsProps) {
  const t = useText()
  return (
    <>
      <FormField
        form={form}
        name="tlsCert"
        label={t('installation.cert')}
        hint={t('installation.certHint')}
        spellCheck={false}
      />
      <FormField
        form={form}
        name="tlsKey"
        label={t('installation.key')}
        hint={t('installation.keyHint')}
        spellCheck={false}
      />
    </>
  )
}
