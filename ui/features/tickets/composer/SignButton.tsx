import { Signature } from 'lucide-react'
import { useText } from '../../../shared/i18n/useText'
import { IconButton } from '../../../shared/kit/IconButton'
import { useSigning } from './useSigning'

/** Stays down while one signs. The fingers stay where the text is. */
export function SignButton() {
  const t = useText()
  const { isOffered, isOn, choose } = useSigning()
  if (!isOffered) return null
  return (
    <IconButton
      className="only-message"
      label={t('messages.sign')}
      pressed={isOn}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => choose(!isOn)}
    >
      <Signature />
    </IconButton>
  )
}
