import { useAtom, useAtomValue } from 'jotai/react'
import { BellRing, LogOut, UserRound } from 'lucide-react'
import { type UserStatus, userStatuses } from '../../../src/users/contract'
import { chooseLanguage, languageAtom } from '../../shared/i18n/language'
import { languageNames, languages } from '../../shared/i18n/languages'
import { useText } from '../../shared/i18n/useText'
import { MenuChoice, MenuItem, MenuSeparator } from '../../shared/kit/Menu'
import { toast } from '../../shared/kit/toast'
import { takeOwn } from '../../shared/session/session'
import { useUser } from '../../shared/session/useUser'
import { preferredThemeAtom } from '../../shared/theme/theme'
import { changeUser } from '../directory/api'
import { Presence } from '../directory/Presence'

type Props = { onProfile(): void; onNotices(): void; onLeave(): void }

/** The entries of the menu; the button is part of the first load, they are not. */
export function UserMenuItems({ onProfile, onNotices, onLeave }: Props) {
  const t = useText()
  const user = useUser()
  const language = useAtomValue(languageAtom)
  const [theme, setTheme] = useAtom(preferredThemeAtom)
  const say = (status: UserStatus) => {
    takeOwn({ status })
    changeUser(user.id, { status }).catch((failure) => {
      takeOwn({ status: user.status })
      toast.failure(failure)
    })
  }
  return (
    <>
      <div className="px-2.5 pt-1.5 pb-2 two">
        <b className="font-semibold">{user.name}</b>
        <small>{user.email}</small>
      </div>
      <MenuSeparator />
      <MenuChoice
        label={t('shell.status')}
        value={user.status}
        onChange={say}
        options={userStatuses.map((value) => ({ value, label: <Presence status={value} /> }))}
      />
      <MenuSeparator />
      <MenuItem icon={<UserRound />} onSelect={onProfile}>
        {t('shell.profile.title')}
      </MenuItem>
      <MenuItem icon={<BellRing />} onSelect={onNotices}>
        {t('bar.notices.title')}
      </MenuItem>
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
      <MenuItem icon={<LogOut />} onSelect={onLeave}>
        {t('shell.signOut')}
      </MenuItem>
    </>
  )
}
