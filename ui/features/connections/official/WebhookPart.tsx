import { useText } from '../../../shared/i18n/useText'
import { Rich } from '../../../shared/kit/Rich'
import { CopyBox } from '../passkey/CopyBox'
import { Part } from './Part'

/** Where Meta sends messages. */
const WEBHOOK = '/api/meta/webhook'
/** Fields of the webhook that the app must subscribe to. */
const FIELDS = ['messages', 'smb_message_echoes', 'message_template_status_update']

const TOKEN_BYTES = 15
/** With this Meta proves to be who was told the address. */
export const newVerifyToken = (): string =>
  `vrf_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(TOKEN_BYTES))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')}`

type Props = {
  place: number
  /** As the server has it; null: not connected yet. */
  url: string | null
  verifyToken: string
  isMade: boolean
}

/** Address and token to copy into Meta's page, which calls it at once: so the number must be connected before. */
export function WebhookPart({ place, url, verifyToken, isMade }: Props) {
  const t = useText()
  return (
    <Part place={place} title={t('connections.official.part.webhook')}>
      {(['address', 'token'] as const).map((what) => (
        <div className="field" key={what}>
          <span>{t(`connections.official.webhook.${what}`)}</span>
          <CopyBox
            tone="plain"
            label={t(`connections.official.webhook.${what}`)}
            text={what === 'address' ? (url ?? `${window.location.origin}${WEBHOOK}`) : verifyToken}
          />
          <small className="where">
            <Rich text={t(`connections.official.webhook.${what}Where`)} />
          </small>
        </div>
      ))}
      <p className="text-sm text-muted">
        {t(isMade ? 'connections.official.webhook.now' : 'connections.official.webhook.later')}{' '}
        {t('connections.official.webhook.fields')}{' '}
        {FIELDS.map((field) => (
          <code className="font-mono mr-2 wrap-anywhere" key={field}>
            {field}
          </code>
        ))}
      </p>
    </Part>
  )
}
