import { FASTEST_PACE } from '../../../src/channels/connections/contract'
import { CountField } from '../../shared/form/CountField'
import { useText } from '../../shared/i18n/useText'
import type { ConnectionFormState } from './formSchema'

/** The maximum of messages sent per minute; empty means no limit. */
export function PaceField({ form }: { form: ConnectionFormState }) {
  const t = useText()
  const [label, hint] = [t('connections.form.pace'), t('connections.form.paceHint')]
  return <CountField form={form} name="messagesPerMinute" label={label} hint={hint} max={FASTEST_PACE} />
}
