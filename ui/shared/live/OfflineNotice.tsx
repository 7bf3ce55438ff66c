import { WifiOff } from 'lucide-react'
import { useText } from '../i18n/useText'
import { Button } from '../kit/Button'
import { useLive, useLiveState } from './LiveProvider'

/**
 * Explains missing events: a move is over in a moment, and keeps what people send meanwhile; a lost connection is reported calmly, because it recovers by itself; a stopped page waits
 * for its user.
 */
export function OfflineNotice({ wordsClass }: { wordsClass?: string }) {
  const t = useText()
  const state = useLiveState()
  const { goOn } = useLive()
  if (state === 'moving') return <span className={wordsClass}>{t('shell.saving')}</span>
  if (state === 'reconnecting')
    return (
      <>
        <WifiOff />
        <span className={wordsClass}>{t('shell.offline')}</span>
      </>
    )
  if (state === 'stopped')
    return (
      <>
        <WifiOff />
        <span className={wordsClass}>{t('shell.tooManyPages')}</span>
        <Button size="xs" onClick={goOn}>
          {t('shell.continueHere')}
        </Button>
      </>
    )
  return null
}
