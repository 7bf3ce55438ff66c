import { LONGEST_EXPIRY } from '../../../src/channels/connections/contract'
import { CountField } from '../../shared/form/CountField'
import { useText } from '../../shared/i18n/useText'
import type { ConnectionFormState } from './formSchema'

/** After how many idle hours a ticket is closed; empty means never. */
export function IdleField({ form }: { form: ConnectionFormState }) {
  const t = useText()
  const [label, hint] = [t('connections.form.idle'), t('connections.form.idleHint')]
  return <CountField form={form} name="expiresTicket" label={label} hint={hint} max={LONGEST_EXPIRY} />
}
