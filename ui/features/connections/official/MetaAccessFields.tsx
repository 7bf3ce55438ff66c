import { FormField } from '../../../shared/form/FormField'
import { useText } from '../../../shared/i18n/useText'
import { Rich } from '../../../shared/kit/Rich'
import type { ConnectionFormState } from '../formSchema'

/** New values for the access of an official number. Those in use are never shown. */
export function MetaAccessFields({ form }: { form: ConnectionFormState }) {
  const t = useText()
  return (
    <div className="grid gap-4">
      <p className="text-sm text-muted text-pretty">{t('connections.official.renew')}</p>
      {(['accessToken', 'appSecret'] as const).map((name) => (
        <FormField
          key={name}
          form={form}
          name={name}
          type="password"
          autoComplete="new-password"
          label={t(`connections.official.newField.${name}`)}
          hint={<Rich text={t(`connections.official.where.${name}`)} />}
          optional
        />
      ))}
    </div>
  )
}
