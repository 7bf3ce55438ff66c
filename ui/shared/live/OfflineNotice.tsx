import { WifiOff } from 'lucide-react'
import { useText } from '../i18n/useText'
import { Button } from '../kit/Button'
import { useLive, useLiveState } from './LiveProvider'

/** Why events do not arrive: a lost connection is said calmly, because it is restored automatically; a page that stopped waits for its person. */
export function OfflineNotice({ wordsClass }: { wordsClass?: string }) {
  const t = useText()
  const state = useLiveState()
  const { goOn } = useLive()
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
