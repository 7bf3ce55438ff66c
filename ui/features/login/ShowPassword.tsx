import { Eye, EyeOff } from 'lucide-react'
import { useText } from '../../shared/i18n/useText'

/** The button inside a password field that shows what was typed. */
export function ShowPassword({ isShown, onChange }: { isShown: boolean; onChange(isShown: boolean): void }) {
  const t = useText()
  return (
    <button
      type="button"
      className="input-tool"
      aria-label={isShown ? t('login.hidePassword') : t('login.showPassword')}
      onClick={() => onChange(!isShown)}
    >
      {isShown ? <EyeOff /> : <Eye />}
    </button>
  )
}
