import { useAtom, useAtomValue } from 'jotai/react'
import { ChevronDown, LogOut } from 'lucide-react'
import { chooseLanguage, languageAtom } from '../../shared/i18n/language'
import { languageNames, languages } from '../../shared/i18n/languages'
import { useText } from '../../shared/i18n/useText'
import { buttonClass } from '../../shared/kit/Button'
import { classes } from '../../shared/kit/classes'
import { Face } from '../../shared/kit/Face'
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '../../shared/kit/Menu'
import { useUser } from '../../shared/session/useUser'
import { preferredThemeAtom } from '../../shared/theme/theme'
import { useLeaving } from './useLeaving'

/** The signed-in person, theme, language, and signing out. */
export function UserMenu() {
  const t = useText()
  const user = useUser()
  const language = useAtomValue(languageAtom)
  const [theme, setTheme] = useAtom(preferredThemeAtom)
  const [leave, question] = useLeaving()
  return (
    <>
      <Menu
        trigger={
          <button
            type="button"
            className={classes(buttonClass('ghost', 'sm'), 'pl-1.5')}
            aria-label={t('shell.userMenu', { name: user.name })}
          >
            <Face name={user.name} size={1.5} />
            <span className="not-phone">{user.name.split(' ')[0]}</span>
            <ChevronDown className="not-phone" />
          </button>
        }
      >
        <div className="px-2.5 pt-1.5 pb-2 two">
          <b className="font-semibold">{user.name}</b>
          <small>{user.email}</small>
        </div>
        <MenuSeparator />
        <MenuChoice
          label={t('shell.theme.title')}
          value={theme}
          onChange={setTheme}
          options={[
            { value: 'system', label: t('shell.theme.system') },
            { value: 'light', label: t('shell.theme.light') },
            { value: 'dark', label: t('shell.theme.dark') },
          ]}
        />
        <MenuSeparator />
        <MenuChoice
          label={t('shell.language')}
          value={language}
          onChange={(chosen) => void chooseLanguage(chosen)}
          options={languages.map((value) => ({ value, label: <span lang={value}>{languageNames[value]}</span> }))}
        />
        <MenuSeparator />
        <MenuItem icon={<LogOut />} onSelect={leave}>
          {t('shell.signOut')}
        </MenuItem>
      </Menu>
      {question}
    </>
  )
}
