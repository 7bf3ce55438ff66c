import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { type ApiToken, apiScopes, CreateApiToken } from '../../../src/features/external-api/contract'
import { changesOf } from '../../shared/form/changesOf'
import { DateTimeField } from '../../shared/form/DateTimeField'
import { FieldGroup } from '../../shared/form/FieldGroup'
import { FormDialog } from '../../shared/form/FormDialog'
import { FormField } from '../../shared/form/FormField'
import { SelectField } from '../../shared/form/SelectField'
import { ToggleField } from '../../shared/form/ToggleField'
import { useForm } from '../../shared/form/useForm'
import { useText } from '../../shared/i18n/useText'
import { toast } from '../../shared/kit/toast'
import { useCrud } from '../../shared/live/useCrud'
import { connectionsQuery, queuesQuery } from '../directory/api'
import { apiTokens, createApiToken } from './api'
import { targetOf, WHOLE_COMPANY } from './spec'

const Values = v.object({
  name: CreateApiToken.entries.name,
  target: v.pipe(
    v.nullable(v.string()),
    v.check((target) => target !== null, 'form.required'),
  ),
  send: v.boolean(),
  status: v.boolean(),
  check: v.boolean(),
  expiresAt: v.nullable(v.string()),
})
type Values = v.InferOutput<typeof Values>

type Props = {
  /** Omitted for a new one. */
  token?: ApiToken
  onMade(name: string, secret: string): void
  onClose(): void
}

export function TokenForm({ token, onMade, onClose }: Props) {
  const t = useText()
  const { update } = useCrud(apiTokens)
  const connections = useQuery(connectionsQuery).data ?? []
  const queues = useQuery(queuesQuery).data ?? []
  const only = connections.length === 1 ? connections[0] : undefined
  const [before] = useState(() => valuesOf(token, only?.id))
  const form = useForm(Values, before)
  const scopes = apiScopes.filter((scope) => form.watch(scope))

  async function save(values: Values) {
    const { name, expiresAt } = values
    if (token) {
      const was = { name: before.name, expiresAt: before.expiresAt, scopes: token.scopes }
      await update(token.id, changesOf(was, { name, expiresAt, scopes }))
      toast.success(t('messagesApi.token.saved', { name }))
    } else {
      const made = await createApiToken({ name, expiresAt, scopes, ...targetOf(values.target ?? '') })
      onMade(made.name, made.secret)
    }
    onClose()
  }

  return (
    <FormDialog
      form={form}
      title={token ? t('messagesApi.token.edit', { name: token.name }) : t('messagesApi.token.new')}
      action={t(token ? 'common.save' : 'messagesApi.token.createIt')}
      onSave={save}
      onClose={onClose}
    >
      <FormField form={form} name="name" label={t('common.field.name')} autoComplete="off" autoFocus />
      {!token && (
        <SelectField
          form={form}
          name="target"
          label={t('messagesApi.token.target')}
          hint={t('messagesApi.token.targetHint')}
          none=""
          options={[
            { value: WHOLE_COMPANY, label: t('messagesApi.token.company') },
            ...connections.map(({ id, name }) => ({
              value: `w${id}`,
              label: t('messagesApi.token.connection', { name }),
            })),
            ...queues.map(({ id, name }) => ({ value: `q${id}`, label: t('messagesApi.token.queue', { name }) })),
          ]}
        />
      )}
      <FieldGroup
        label={t('messagesApi.token.scopes')}
        {...(scopes.length === 0 && { error: t('messagesApi.token.scopesMissing') })}
      >
        {apiScopes.map((scope) => (
          <ToggleField key={scope} form={form} name={scope} label={t(`messagesApi.token.scope.${scope}`)} />
        ))}
      </FieldGroup>
      <DateTimeField
        form={form}
        name="expiresAt"
        label={t('messagesApi.token.expiry')}
        hint={t('messagesApi.token.expiryHint')}
        min={new Date().toISOString()}
        optional
      />
    </FormDialog>
  )
}

/** `only`: the id of the company's only connection. */
const valuesOf = (token: ApiToken | undefined, only: number | undefined): Values => ({
  name: token?.name ?? '',
  target: token ? '' : only === undefined ? null : `w${only}`,
  send: token?.scopes.includes('send') ?? true,
  status: token?.scopes.includes('status') ?? true,
  check: token?.scopes.includes('check') ?? true,
  expiresAt: token?.expiresAt ?? null,
})
