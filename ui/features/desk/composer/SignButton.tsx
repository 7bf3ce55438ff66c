import { useAtom } from 'jotai/react'
import { Signature } from 'lucide-react'
import { useText } from '../../../shared/i18n/useText'
import { IconButton } from '../../../shared/kit/IconButton'
import { storedOfPerson } from '../../../shared/session/ofPerson'
import { useUser } from '../../../shared/session/useUser'
import { useSettings } from '../../../shared/settings/useSettings'
import { signing } from '../rules/settings'

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

const isChoice = (value: unknown): value is boolean | null => value === null || typeof value === 'boolean'
const choiceAtom = storedOfPerson<boolean | null>('desk.sign', null, isChoice)

/** This person's choice to sign, stored in this browser, and the name put above the next message. */
export function useSigning() {
  const user = useUser()
  const [choice, choose] = useAtom(choiceAtom)
  const { isOffered, isOn } = signing(useSettings(), choice)
  return { isOffered, isOn, choose, signature: isOn ? user.name : null }
}
