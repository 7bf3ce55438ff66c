import { Eye, EyeOff } from 'lucide-react'
import { useText } from '../../shared/i18n/useText'

/** The button inside a password field that shows what was typed. */
export function ShowPassword({ isShown, onChange }: { isShown: boolean; onChange(isShown: boolean): void }) {
  const t = useText()
  return (
    <button
      type="button"
      className="-mr-1.25 grid size-7 flex-none cursor-pointer place-items-center rounded-md text-muted max-md:-mr-2.5 max-md:size-10"
      aria-label={isShown ? t('login.hidePassword') : t('login.showPassword')}
      onClick={() => onChange(!isShown)}
    >
      {isShown ? <EyeOff /> : <Eye />}
    </button>
  )
}
