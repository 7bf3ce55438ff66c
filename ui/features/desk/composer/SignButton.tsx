import { useAtom } from 'jotai/react'
import { UserPen } from 'lucide-react'
import { useText } from '../../../shared/i18n/useText'
import { IconButton } from '../../../shared/kit/IconButton'
import { Tooltip } from '../../../shared/kit/Tooltip'
import { storedOfPerson } from '../../../shared/session/ofPerson'
import { useUser } from '../../../shared/session/useUser'
import { useSettings } from '../../../shared/settings/useSettings'
import { signing } from '../rules/settings'

/** Pressed while signing is on. The focus stays in the text. */
export function SignButton() {
  const t = useText()
  const user = useUser()
  const { isOffered, isOn, choose } = useSigning()
  if (!isOffered) return null
  return (
    <Tooltip text={t(isOn ? 'messages.signing' : 'messages.signMeans', { name: user.name })}>
      <IconButton
        className="only-message"
        label={t('messages.sign')}
        title=""
        pressed={isOn}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => choose(!isOn)}
      >
        <UserPen />
      </IconButton>
    </Tooltip>
  )
}

const isChoice = (value: unknown): value is boolean | null => value === null || typeof value === 'boolean'
const choiceAtom = storedOfPerson<boolean | null>('desk.sign', null, isChoice)

/** The user's choice to sign, stored in this browser, and the name put above the next message. */
export function useSigning() {
  const user = useUser()
  const [choice, choose] = useAtom(choiceAtom)
  const { isOffered, isOn } = signing(useSettings(), choice)
  return { isOffered, isOn, choose, signature: isOn ? user.name : null }
}
