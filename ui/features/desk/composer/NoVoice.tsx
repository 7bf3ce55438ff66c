import { Mic } from 'lucide-react'
import type { Lack } from '../../../../src/channels/acts'
import { useText } from '../../../shared/i18n/useText'
import { IconButton } from '../../../shared/kit/IconButton'
import { lackText } from '../../messages/lacks'

/** In the recorder's place, where the channel takes no voice messages. */
export function NoVoice({ lack }: { lack: Lack }) {
  const t = useText()
  return (
    <IconButton className="only-message" label={t('messages.record')} title={lackText(t, lack)} disabled>
      <Mic />
    </IconButton>
  )
}
