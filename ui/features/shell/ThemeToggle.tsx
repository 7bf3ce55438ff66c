import { useAtomValue, useSetAtom } from 'jotai/react'
import { Moon, Sun } from 'lucide-react'
import { useText } from '../../shared/i18n/useText'
import { IconButton } from '../../shared/kit/IconButton'
import { darkAtom, preferredThemeAtom } from '../../shared/theme/theme'

export function ThemeToggle() {
  const t = useText()
  const dark = useAtomValue(darkAtom)
  const prefer = useSetAtom(preferredThemeAtom)
  return (
    <IconButton
      label={dark ? t('shell.theme.toLight') : t('shell.theme.toDark')}
      className="not-phone"
      onClick={() => prefer(dark ? 'light' : 'dark')}
    >
      {dark ? <Sun /> : <Moon />}
    </IconButton>
  )
}
