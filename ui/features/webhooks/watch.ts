import { webhookDisabled } from '../../../src/features/webhooks/contract'
import { loadTexts } from '../../shared/i18n/language'
import { useText } from '../../shared/i18n/useText'
import { toast } from '../../shared/kit/toast'
import { useEvent } from '../../shared/live/useEvent'
import { addressOf } from './spec'
import { notices } from './texts/notices'

const READING_TIME = 10_000

/** Notifies admins on every page that the server turned a webhook off. */
export async function watchWebhooks() {
  await loadTexts(notices)
  return useNotices
}

function useNotices() {
  const t = useText()
  useEvent(webhookDisabled, ({ url, reason }) =>
    toast.warning(t(`webhookNotices.${reason}`, { address: addressOf(url) }), READING_TIME),
  )
}
