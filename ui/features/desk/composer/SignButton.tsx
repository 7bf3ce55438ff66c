import { Signature } from 'lucide-react'
import { useText } from '../../../shared/i18n/useText'
import { IconButton } from '../../../shared/kit/IconButton'
import { useSigning } from './useSigning'

/** Pressed while signing is on. The focus stays in the text. */
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
